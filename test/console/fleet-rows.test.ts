// Vehicles and drivers out of a file: what a spreadsheet could not work out is told before anything is sent.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { convertRows } from '../../console/fleet/rows.ts'

const schema = { properties: { key: { type: 'string' }, name: { type: 'string' }, capacity: { type: 'number' } } }

test('a formula error in a fleet file is reported with row and column, and is not imported as a name', () => {
  const rows = [
    ['A', 'Van', '1'],
    ['B', '#N/A', '2'],
    ['C', 'Lorry', '#REF!'],
  ]
  const table = { name: 'vehicles.xlsx', headers: ['Key', 'Name', 'Capacity'], rows }
  assert.deepEqual(convertRows(table, schema).errors, ['3, Name: #N/A', '4, Capacity: #REF!'])
  // Of a column that nobody asks for it says nothing.
  assert.deepEqual(convertRows({ ...table, headers: ['Key', 'Own', 'Notes'] }, schema).errors, [])
})
