// The texts of the run sheets.
import { sharedTexts } from '../../words/shared.ts'
import { createDictionary } from '../../words/words.ts'

export const sheetTexts = createDictionary({
  ...sharedTexts,
  title: { en: 'Run sheets', de: 'Tourenblätter', ar: 'كشوف المسار' },
  ofLoad: {
    en: (load: string) => `Run sheet ${load}`,
    de: (load: string) => `Tourenblatt ${load}`,
    ar: (load: string) => `كشف المسار ${load}`,
  },
  back: { en: 'Back to the plan', de: 'Zurück zum Plan', ar: 'العودة إلى الخطة' },
  end: { en: 'End', de: 'Ende', ar: 'النهاية' },
  allOfDay: { en: 'All routes of the day', de: 'Alle Touren des Tages', ar: 'كل مسارات اليوم' },
  none: sharedTexts.noLoads,
  noneHelp: {
    en: 'Run sheets are printed from the routes of a day.',
    de: 'Tourenblätter werden aus den Touren eines Tages gedruckt.',
    ar: 'تُطبع كشوف المسار من مسارات اليوم.',
  },
  number: { en: 'No.', de: 'Nr.', ar: 'رقم' },
  signature: { en: 'Name, time, signature', de: 'Name, Uhrzeit, Unterschrift', ar: 'الاسم والوقت والتوقيع' },
  code: {
    en: (key: string) => `Code of order ${key}`,
    de: (key: string) => `Code des Auftrags ${key}`,
    ar: (key: string) => `رمز الطلب ${key}`,
  },
  packages: {
    en: (count: number) => (count === 1 ? '1 package' : `${count} packages`),
    de: (count: number) => (count === 1 ? '1 Packstück' : `${count} Packstücke`),
    ar: (count: number) => `الطرود: ${count}`,
  },
})
