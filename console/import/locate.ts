// Geocodes the rows of an import that lack a location, and writes the proposals into columns that the user can correct.
import { readRow } from '../../client/cells.ts'
import type { TableColumn } from '../../client/columns.ts'
import { type GeocodeAddress, geocode, geocodeLimits, type PositionProposal } from '../../contract/geocode.ts'
import { apiClient } from '../api/client.ts'
import { buildGeocodeAddress, type PlainAddress } from '../position/lookup.ts'
import type { ImportJob } from './rows.ts'

const members = ['geoLocation.lat', 'geoLocation.lng', 'geoLocationAccuracy', 'geoLocationSource'] as const
const pathOf = (member: (typeof members)[number]) => `consigneeAddress.${member}`

/** Appends columns for a location if the table lacks them. */
const withPosition = (columns: readonly TableColumn[]): TableColumn[] => [
  ...columns,
  ...members
    .map(pathOf)
    .filter((path) => !columns.some((column) => column.path === path))
    .map((path): TableColumn => ({ header: path.slice(path.lastIndexOf('.') + 1), path, how: 'given' })),
]

/** Writes six fraction digits, so that no reader mistakes the point for a group separator. */
const degrees = (value: number) => value.toFixed(6)

/** Writes a location into the cells of a row. */
function filled(columns: readonly TableColumn[], cells: readonly string[], proposal: PositionProposal): string[] {
  const { geoLocation, geoLocationAccuracy, geoLocationSource } = proposal
  const values = [degrees(geoLocation.lat), degrees(geoLocation.lng), String(geoLocationAccuracy), geoLocationSource]
  const texts = new Map(members.map((member, index) => [pathOf(member), values[index]!]))
  return columns.map(({ path }, index) => (path !== undefined && texts.get(path)) || (cells[index] ?? ''))
}

interface Locating {
  indexes: readonly number[]
  /** Reports the number of geocoded rows. */
  report(done: number): void
  signal: AbortSignal
}

interface Located {
  columns: TableColumn[]
  cells: readonly (readonly string[])[]
  /** Number of rows with a new location, and how many of these are approximate. */
  found: number
  approximate: number
}

/** Returns the table with the best proposal for each row that has an address and no location. */
export async function locateRows(job: ImportJob, locating: Locating): Promise<Located> {
  const found = await proposalsFor(job, locating)
  const columns = withPosition(job.columns)
  return {
    columns,
    cells: job.cells.map((row, index) => (found.has(index) ? filled(columns, row, found.get(index)!) : row)),
    found: found.size,
    approximate: [...found.values()].filter(({ geoLocationAccuracy }) => geoLocationAccuracy === 3).length,
  }
}

async function proposalsFor(
  job: ImportJob,
  { indexes, report, signal }: Locating,
): Promise<Map<number, PositionProposal>> {
  const lookups = indexes.flatMap((index) => {
    const { row } = readRow(job.columns, job.cells[index]!, job.reading, job.constants)
    const rawAddress = row.consigneeAddress as (PlainAddress & { geoLocation?: unknown }) | undefined
    const address = rawAddress && !rawAddress.geoLocation ? buildGeocodeAddress(rawAddress) : undefined
    return address ? [{ index, address }] : []
  })
  const found = new Map<number, PositionProposal>()
  for (let startIndex = 0; startIndex < lookups.length; startIndex += geocodeLimits.addresses) {
    signal.throwIfAborted()
    const batch = lookups.slice(startIndex, startIndex + geocodeLimits.addresses)
    const addresses: GeocodeAddress[] = batch.map(({ address }) => address)
    const { results } = (await apiClient.call(geocode, { body: { addresses }, signal })).data
    for (const [at, { index }] of batch.entries()) {
      const [best] = results[at]!.proposals
      if (best) found.set(index, best)
    }
    report(startIndex + batch.length)
  }
  return found
}
