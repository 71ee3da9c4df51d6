// The texts of the run sheets.
import { dictionary } from '../../words/words.ts'

export const sheetWords = dictionary({
  title: { en: 'Run sheets', de: 'Tourenblätter', ar: 'كشوف المسار' },
  ofLoad: {
    en: (load: string) => `Run sheet ${load}`,
    de: (load: string) => `Tourenblatt ${load}`,
    ar: (load: string) => `كشف المسار ${load}`,
  },
  print: { en: 'Print', de: 'Drucken', ar: 'طباعة' },
  back: { en: 'Back to the plan', de: 'Zurück zum Plan', ar: 'العودة إلى الخطة' },
  end: { en: 'End', de: 'Ende', ar: 'النهاية' },
  allOfDay: { en: 'All loads of the day', de: 'Alle Touren des Tages', ar: 'كل حمولات اليوم' },
  none: { en: 'No loads on this day', de: 'Keine Touren an diesem Tag', ar: 'لا حمولات في هذا اليوم' },
  noneHelp: {
    en: 'Run sheets are printed from the loads of a day.',
    de: 'Tourenblätter werden aus den Touren eines Tages gedruckt.',
    ar: 'تُطبع كشوف المسار من حمولات اليوم.',
  },
  number: { en: 'No.', de: 'Nr.', ar: 'رقم' },
  time: { en: 'Time', de: 'Zeit', ar: 'الوقت' },
  consignee: { en: 'Consignee', de: 'Empfänger', ar: 'المرسل إليه' },
  instructions: { en: 'Instructions', de: 'Hinweise', ar: 'التعليمات' },
  goods: { en: 'Goods', de: 'Ware', ar: 'البضائع' },
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
  plannedAt: {
    en: (time: string) => `planned ${time}`,
    de: (time: string) => `geplant ${time}`,
    ar: (time: string) => `مخطط ${time}`,
  },
  vehicle: { en: 'Vehicle', de: 'Fahrzeug', ar: 'المركبة' },
  driver: { en: 'Driver', de: 'Fahrer', ar: 'السائق' },
})
