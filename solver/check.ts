// Lists every rule that an answer breaks. Shares no code with the search: written from the model alone.
export interface Fault {
  code: string
  vehicle?: number
  job?: number
}
