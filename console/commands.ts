// Commands and fields of every page, for ⌘K on the other pages: loaded when ⌘K is first opened.
import { accessCommands } from './access/commands.ts'
import { listCommands } from './consignments/commands.ts'
import { exportCommands } from './export/commands.ts'
import { driverCommands, vehicleCommands } from './fleet/commands.ts'
import { importCommands } from './import/commands.ts'
import { loadsCommands } from './loads/commands.ts'
import { accountCommands, peopleCommands } from './people/commands.ts'
import { peopleTexts } from './people/words.ts'
import { planCommands } from './plan/page/plan-commands.ts'
import { areaCommands, channelCommands, depotCommands, fieldCommands } from './settings/commands.ts'
import { roadTexts as proofWords, settingsTexts } from './settings/words.ts'
import type { PageCommands, PageTarget } from './shell/command.ts'
import { webhookCommands } from './webhooks/commands.ts'
import { textsIn, type UiLanguage } from './words/words.ts'

/** The commands of each page by its path. */
const commands: Readonly<Record<string, PageCommands>> = {
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

export const listPageCommands = (language: UiLanguage): PageTarget[] =>
  Object.entries(commands).flatMap(([path, pageCommands]) =>
    Object.values(pageCommands).map(({ keys, label, scope }) => ({ to: path, keys, label: label[language], scope })),
  )

/** Returns the fields of the settings by their labels. */
export function listSettingFields(language: UiLanguage): PageTarget[] {
  const texts = textsIn(settingsTexts, language)
  const proof = textsIn(proofWords, language)
  const people = textsIn(peopleTexts, language)
  const fields: Record<string, string[]> = {
    '/settings/routes': [
      texts.stopDuration,
      texts.startTime,
      texts.shortSpeed,
      texts.longSpeed,
      texts.shortDetour,
      texts.longDetour,
      texts.unknownLoad,
    ],
    '/settings/display': [
      texts.weight,
      texts.volume,
      texts.length,
      texts.distance,
      texts.timeZone,
      texts.dateFormat,
      texts.country,
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
  return Object.entries(fields).flatMap(([path, labels]) => labels.map((label) => ({ to: path, label, isField: true })))
}
