// Labels the fields of changed records as the forms of the console do.
import type { RecordType } from '../../contract/change.ts'
import type { EnvironmentSettings } from '../../contract/environment.ts'
import { useSettings } from '../api/environment.ts'
import { useTexts } from '../words/language.ts'
import { memberNames, nameOfMember } from '../words/members.ts'
import type { Texts } from '../words/words.ts'
import { changedFieldTexts } from './field-words.ts'
import type { FieldLabels } from './sentence.ts'

type FieldName = keyof typeof changedFieldTexts

/** Fields whose label has another name than the field. */
const renamed: Record<string, FieldName> = {
  vehicleKey: 'vehicle',
  driverKey: 'driver',
  startDepotKey: 'startDepot',
  endDepotKey: 'endDepot',
  timezone: 'timeZone',
  displayPreferences: 'display',
  pod: 'proof',
  tracking: 'trackingPage',
  export: 'exportList',
  consignmentId: 'order',
  kind: 'type',
  stopDuration: 'timeAtStop',
}
const orderParts = new Set(['packages', 'productLines', 'packageProducts', 'skills'])

interface LabelTexts {
  fields: Texts<typeof changedFieldTexts>
  members: Texts<typeof memberNames>
  customFields: EnvironmentSettings['customFields']
}

/** Returns the segments of a JSON Pointer. */
const splitPath = (path: string): string[] =>
  path
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))

function labelSegment(type: RecordType, segment: string, { fields, members }: LabelTexts): string {
  if (/^\d+$/.test(segment)) return String(Number(segment) + 1)
  if (type === 'driver' && segment === 'vehicleKey') return fields.usualVehicle
  if ((type === 'vehicle' || type === 'driver') && segment === 'skills') return fields.vehicleSkills
  const text = fields[renamed[segment] ?? (segment as FieldName)]
  const label = typeof text === 'string' ? text : segment
  if (type !== 'consignment') return label
  const orderLabel = nameOfMember(segment, members)
  return orderLabel === segment ? label : orderLabel
}

/** Labels a changed value: `/consigneeAddress/city` is “Recipient · City”. */
function labelPath(type: RecordType, path: string, texts: LabelTexts): string {
  const [first = '', ...inner] = splitPath(path)
  if (first === '') return '–'
  if (first === 'customFields' && inner[0] !== undefined && type === 'consignment')
    return texts.customFields.find(({ key }) => key === inner[0])?.name ?? inner[0]
  if (/^consign(ee|or)(Address|Contact)$/.test(first) && type === 'consignment')
    return inner.length > 0
      ? nameOfMember([first, ...inner].join('.'), texts.members)
      : texts.members[first.startsWith('consignee') ? 'consignee' : 'consignor']
  return [first, ...inner].map((segment) => labelSegment(type, segment, texts)).join(' · ')
}

/** Labels the field that contains a changed value, for a sentence: any value in the packages is “Packages”. */
function labelField(type: RecordType, path: string, texts: LabelTexts): string {
  const [first = '', item] = splitPath(path)
  const isWhole = type !== 'consignment' || orderParts.has(first) || first === 'tags'
  if (isWhole || (item !== undefined && /^\d+$/.test(item))) return labelPath(type, `/${first}`, texts)
  return labelPath(type, path, texts)
}

export function useFieldLabels(): FieldLabels {
  const texts = {
    fields: useTexts(changedFieldTexts),
    members: useTexts(memberNames),
    customFields: useSettings().customFields,
  }
  return {
    path: (type, path) => labelPath(type, path, texts),
    field: (type, path) => labelField(type, path, texts),
  }
}
