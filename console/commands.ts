// What can be done and set on every page, for ⌘K on any other: loaded when that is first opened.
import type { Scope } from '../contract/endpoint.ts'
import { accessWords } from './access/words.ts'
import { listWords } from './consignments/words.ts'
import { exportWords } from './export/words.ts'
import { factorWords } from './factor/words.ts'
import { fleetWords } from './fleet/words.ts'
import { importWords } from './import/words.ts'
import { loadWords } from './load/words.ts'
import { peopleWords } from './people/words.ts'
import { manyWords, pageWords } from './plan/load/words.ts'
import { optimiseWords } from './plan/optimise/words.ts'
import { releaseWords } from './plan/release/words.ts'
import { sheetWords } from './plan/sheets/words.ts'
import { timesWords } from './plan/times/words.ts'
import { roadWords } from './road/words.ts'
import { fieldsWords, roadWords as proofWords, settingsWords } from './settings/words.ts'
import type { Elsewhere } from './shell/command.ts'
import { shellWords } from './shell/words.ts'
import { webhookWords } from './webhooks/words.ts'
import { type Language, wordsIn } from './words/words.ts'

/** Some have no keys, and are in ⌘K alone. */
type Command = [keys: string | undefined, label: string, scope?: Scope]

/** The same keys and names as the page itself says, which a test compares. */
export function commandsIn(language: Language): Elsewhere[] {
  const list = wordsIn(listWords, language)
  const load = wordsIn(loadWords, language)
  const page = wordsIn(pageWords, language)
  const many = wordsIn(manyWords, language)
  const optimise = wordsIn(optimiseWords, language)
  const fleet = wordsIn(fleetWords, language)
  const settings = wordsIn(settingsWords, language)
  const exports = wordsIn(exportWords, language)
  const people = wordsIn(peopleWords, language)
  const files: Command[] = [
    [undefined, fleet.exportFile],
    [undefined, fleet.importFile, 'fleet:write'],
  ]
  const { print } = wordsIn(shellWords, language)
  const { addApp } = wordsIn(factorWords, language)
  const own = [people.changePassword, addApp, people.endOthers, people.deleteAccount]
  const commands: Record<string, Command[]> = {
    '/plan': [
      ['n', page.newLoad, 'loads:write'],
      ['d', optimise.planDay, 'loads:write'],
      ['o', optimise.sequence, 'loads:write'],
      ['shift+o', optimise.fill, 'loads:write'],
      ['r', many.reverse, 'loads:write'],
      ['shift+n', many.nearest, 'loads:write'],
      ['shift+s', many.split, 'loads:write'],
      ['t', wordsIn(timesWords, language).setTimes, 'loads:write'],
      ['shift+p', wordsIn(roadWords, language).labels, 'consignments:read'],
      ['[', page.dayBefore],
      [']', page.dayAfter],
      ['shift+t', page.today],
      [undefined, wordsIn(sheetWords, language).title],
      [undefined, wordsIn(releaseWords, language).releaseMany, 'loads:write'],
      ['mod+p', print],
    ],
    '/consignments': [
      ['n', list.newConsignment, 'consignments:write'],
      ['/', list.focusSearch],
      ['shift+f', list.viewFailed],
      ['mod+shift+e', list.csv],
      ['mod+p', print],
    ],
    '/loads': [
      ['n', load.newLoad, 'loads:write'],
      ['mod+shift+e', load.csv],
      ['mod+p', print],
    ],
    '/export': [
      ['n', exports.add, 'export:write'],
      ['/', exports.find],
      [undefined, exports.csv],
      [undefined, exports.clear, 'export:write'],
      ['mod+p', print],
    ],
    '/import': [[undefined, wordsIn(importWords, language).chooseFile, 'consignments:write']],
    '/settings/depots': [['n', settings.addDepot, 'depots:write']],
    '/settings/vehicles': [['n', fleet.addVehicle, 'fleet:write'], ...files],
    '/settings/drivers': [['n', fleet.addDriver, 'fleet:write'], ...files],
    '/settings/fields': [['n', wordsIn(fieldsWords, language).add, 'settings:write']],
    '/settings/channels': [['n', settings.addChannel, 'settings:write']],
    '/settings/areas': [['n', settings.addArea, 'settings:write']],
    '/settings/access': [['n', wordsIn(accessWords, language).createToken, 'tokens:write']],
    '/settings/webhooks': [['n', wordsIn(webhookWords, language).add, 'webhooks:write']],
    '/settings/people': [['n', people.invite, 'people:write']],
    '/account': own.map((label) => [undefined, label]),
  }
  return Object.entries(commands).flatMap(([to, some]) =>
    some.map(([keys, label, scope]) => ({ to, label, ...(keys ? { keys } : {}), ...(scope ? { scope } : {}) })),
  )
}

/** Fields of the settings, by the names that stand above them. */
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
