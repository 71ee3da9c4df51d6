// A street map small enough to be made by a test: one PMTiles archive with one vector tile of the whole world.
import { writeFileSync } from 'node:fs'

const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]
/** A field of a protobuf message: bytes, or a number. */
const bytes = (field: number, content: readonly number[]) => [
  ...varint(field * 8 + 2),
  ...varint(content.length),
  ...content,
]
const number = (field: number, value: number) => [...varint(field * 8), ...varint(value)]
const text = (field: number, value: string) => bytes(field, [...Buffer.from(value)])

const extent = 4_096
const polygonType = 3
const pointType = 1
const zigzag = (value: number) => (value < 0 ? -2 * value - 1 : 2 * value)
const packed = (values: readonly number[]) => values.flatMap(varint)

interface Feature {
  type: number
  geometry: number[]
  tags: Record<string, string | number>
}

function layer(name: string, feature: Feature): number[] {
  const entries = Object.entries(feature.tags)
  const tags = entries.flatMap((_, index) => [index, index])
  return bytes(3, [
    ...number(15, 2),
    ...text(1, name),
    ...bytes(2, [...bytes(2, packed(tags)), ...number(3, feature.type), ...bytes(4, packed(feature.geometry))]),
    ...entries.flatMap(([key]) => text(3, key)),
    ...entries.flatMap(([, value]) => bytes(4, typeof value === 'string' ? text(1, value) : number(5, value))),
    ...number(5, extent),
  ])
}

/** All the ground is land, and where England is lies a country with a name of its own. */
const square = [9, 0, 0, 26, zigzag(extent), 0, 0, zigzag(extent), zigzag(-extent), 0, 15]
const england = [9, zigzag(2_030), zigzag(1_322)]
const country = { kind: 'country', name: 'Testland', 'name:en': 'Testland', population_rank: 12 }
const tile = [
  ...layer('earth', { type: polygonType, geometry: square, tags: { kind: 'earth' } }),
  ...layer('places', { type: pointType, geometry: england, tags: country }),
]

/** As version 3 of its specification has it: header, directory, metadata, tiles; nothing is compressed. */
export function writeMapFile(path: string): void {
  const plain = 1
  const vectorTiles = 1
  const directory = [...varint(1), ...varint(0), ...varint(1), ...varint(tile.length), ...varint(1)]
  const metadata = [...Buffer.from(JSON.stringify({ vector_layers: [{ id: 'earth' }, { id: 'places' }] }))]
  const header = Buffer.alloc(127)
  header.write('PMTiles', 0, 'latin1')
  header[7] = 3
  const after = header.length + directory.length + metadata.length
  const places = [
    [header.length, directory.length],
    [header.length + directory.length, metadata.length],
    [after, 0],
    [after, tile.length],
  ]
  for (const [index, value] of [...places.flat(), 1, 1, 1].entries())
    header.writeBigUInt64LE(BigInt(value), 8 + 8 * index)
  header[96] = 1
  header[97] = plain
  header[98] = plain
  header[99] = vectorTiles
  const degrees = 1e7
  for (const [at, value] of [
    [102, -180],
    [106, -85],
    [110, 180],
    [114, 85],
  ] as const)
    header.writeInt32LE(value * degrees, at)
  writeFileSync(path, Buffer.concat([header, Buffer.from(directory), Buffer.from(metadata), Buffer.from(tile)]))
}
