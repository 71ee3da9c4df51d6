// The texts of the check before loads are released.
import { loadsIn } from '../../words/forms.ts'
import { sharedTexts } from '../../words/shared.ts'
import { createDictionary, formatCount } from '../../words/words.ts'

const problemForms = {
  en: { one: 'problem', other: 'problems' },
  de: { one: 'Problem', other: 'Probleme' },
  ar: { one: 'مشكلة', two: 'مشكلتان', few: 'مشكلات', many: 'مشكلة', other: 'مشكلة' },
}
export const releaseTexts = createDictionary({
  ...sharedTexts,
  releaseMany: { en: 'Release …', de: 'Freigeben …', ar: 'اعتماد …' },
  title: { en: 'Release routes', de: 'Touren freigeben', ar: 'اعتماد المسارات' },
  include: {
    en: (load: string) => `Release ${load} too`,
    de: (load: string) => `Auch ${load} freigeben`,
    ar: (load: string) => `اعتماد ${load} أيضًا`,
  },
  problems: {
    en: (count: number) => formatCount('en', count, problemForms.en),
    de: (count: number) => formatCount('de', count, problemForms.de),
    ar: (count: number) => formatCount('ar', count, problemForms.ar),
  },
  checking: { en: 'Checking …', de: 'Wird geprüft …', ar: 'جارٍ الفحص …' },
  mend: { en: 'Fix first problem', de: 'Erstes Problem beheben', ar: 'إصلاح المشكلة الأولى' },
  anyway: { en: 'Release anyway', de: 'Trotzdem freigeben', ar: 'اعتماد رغم ذلك' },
  released: {
    en: (count: number) => `${loadsIn('en', count)} released.`,
    de: (count: number) => `${loadsIn('de', count)} freigegeben.`,
    ar: (count: number) => `اعتُمد ${loadsIn('ar', count)}.`,
  },
  notReleased: {
    en: (load: string, reason: string) => `${load} was not released: ${reason}`,
    de: (load: string, reason: string) => `${load} wurde nicht freigegeben: ${reason}`,
    ar: (load: string, reason: string) => `لم يُعتمد ${load}: ${reason}`,
  },
  unsaved: {
    en: 'the stop sequence is not saved',
    de: 'die Reihenfolge ist nicht gespeichert',
    ar: 'ترتيب المحطات غير محفوظ',
  },
  noStops: { en: 'no stops', de: 'keine Stopps', ar: 'بلا محطات' },
  lacks: {
    en: (skills: string) => `the vehicle lacks ${skills}`,
    de: (skills: string) => `dem Fahrzeug fehlt ${skills}`,
    ar: (skills: string) => `ينقص المركبة ${skills}`,
  },
  afterShift: {
    en: (duration: string) => `ends ${duration} after the shift (estimate)`,
    de: (duration: string) => `endet ${duration} nach Schichtende (Schätzung)`,
    ar: (duration: string) => `ينتهي بعد نهاية الوردية بـ ${duration} (تقدير)`,
  },
  vehicleGone: { en: 'the vehicle was deleted', de: 'das Fahrzeug wurde gelöscht', ar: 'حُذفت المركبة' },
  vehicleInactive: { en: 'the vehicle is inactive', de: 'das Fahrzeug ist inaktiv', ar: 'المركبة غير نشطة' },
  driverGone: { en: 'the driver was deleted', de: 'der Fahrer wurde gelöscht', ar: 'حُذف السائق' },
  driverInactive: { en: 'the driver is inactive', de: 'der Fahrer ist inaktiv', ar: 'السائق غير نشط' },
  vehicleBusy: {
    en: (loads: string) => `the vehicle is on ${loads} at the same time (estimate)`,
    de: (loads: string) => `das Fahrzeug ist zur selben Zeit auf ${loads} (Schätzung)`,
    ar: (loads: string) => `المركبة في ${loads} في الوقت نفسه (تقدير)`,
  },
  driverBusy: {
    en: (loads: string) => `the driver is on ${loads} at the same time (estimate)`,
    de: (loads: string) => `der Fahrer ist zur selben Zeit auf ${loads} (Schätzung)`,
    ar: (loads: string) => `السائق في ${loads} في الوقت نفسه (تقدير)`,
  },
})
