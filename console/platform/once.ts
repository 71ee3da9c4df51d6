// What takes long to make, such as the formats of Intl, is made once for each name that it is asked for by.

export function once<Made>(make: (name: string) => Made): (name: string) => Made {
  const made = new Map<string, Made>()
  return (name) => {
    const known = made.get(name) ?? make(name)
    made.set(name, known)
    return known
  }
}
