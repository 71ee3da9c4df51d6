// Commands and fields of every page, for ⌘K on the other pages: loaded when ⌘K is first opened.
import { accessCommands } from './access/commands.ts'
import { listCommands } from './consignments/commands.ts'
import { exportCommands } from './export/commands.ts'
import { driverCommands, vehicleCommands } from './fleet/commands.ts'
import { importCommands } from './import/commands.ts'
import { loadsCommands } from './loads/commands.ts'
import { accountCommands, peopleCommands } from './people/commands.ts'
import { peopleWords } from './people/words.ts'
import { planCommands } from './plan/page/plan-commands.ts'
import { areaCommands, channelCommands, depotCommands, fieldCommands } from './settings/commands.ts'
import { roadWords as proofWords, settingsWords } from './settings/words.ts'
import type { Commands, Elsewhere } from './shell/command.ts'
import { webhookCommands } from './webhooks/commands.ts'
import { type Language, wordsIn } from './words/words.ts'

/** The commands of each page by its path. */
const commands: Readonly<Record<string, Commands>> = {
  '/plan': planCommands,
  '/consignments': listCommands,
  '/loads': loadsCommands,
  '/export': exportCommands,
  '/import': importCommands,
  '/settings/depots': depotCommands,
  '/settings/vehicles': vehicleCommands,
  '/settings/drivers': driverCommands,
  '/settings/fields': fieldCommands,
  '/settings/channels': channelCommands,
  '/settings/areas': areaCommands,
  '/settings/access': accessCommands,
  '/settings/webhooks': webhookCommands,
  '/settings/people': peopleCommands,
  '/account': accountCommands,
}

export const commandsIn = (language: Language): Elsewhere[] =>
  Object.entries(commands).flatMap(([to, some]) =>
    Object.values(some).map(({ keys, label, scope }) => ({ to, keys, label: label[language], scope })),
  )

/** Returns the fields of the settings by their labels. */
export function settingsIn(language: Language): Elsewhere[] {
  const words = wordsIn(settingsWords, language)
  const proof = wordsIn(proofWords, language)
  const people = wordsIn(peopleWords, language)
  const fields: Record<string, string[]> = {
    '/settings/routes': [
      words.stopDuration,
      words.startTime,
      words.shortSpeed,
      words.longSpeed,
      words.shortDetour,
      words.longDetour,
      words.unknownLoad,
    ],
    '/settings/display': [
      words.weight,
      words.volume,
      words.length,
      words.distance,
      words.timeZone,
      words.dateFormat,
      words.country,
    ],
    '/settings/proof': [
      proof.signatureSuccess,
      proof.signaturePartial,
      proof.signatureFailed,
      proof.scan,
      proof.photosMin,
      proof.photosMax,
      proof.keepPhotosDays,
      proof.positionsKeepDays,
      proof.estimatedTime,
      proof.stopsAhead,
      proof.vehicleWithinStops,
      proof.trackingKeepDays,
      proof.companyName,
    ],
    '/settings/notifications': [proof.replyTo, proof.attachPdf],
    '/account': [people.name],
  }
  return Object.entries(fields).flatMap(([to, labels]) => labels.map((label) => ({ to, label, isField: true })))
}
