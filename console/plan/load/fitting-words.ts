// Why orders do not fit a load, in as few words as a list has room for; by the codes of the service.
import { dictionary } from '../../words/words.ts'

export const fittingWords = dictionary({
  unknown_consignment: { en: 'order is gone', de: 'Auftrag gibt es nicht mehr', ar: 'الطلب لم يعد موجودًا' },
  load_state: { en: 'already started', de: 'schon gestartet', ar: 'بدأت بالفعل' },
  depot_rule: { en: 'other depot', de: 'anderes Depot', ar: 'مستودع آخر' },
  skills: { en: 'vehicle lacks a skill', de: 'dem Fahrzeug fehlt eine Fähigkeit', ar: 'تنقص المركبة قدرة' },
  weight: { en: 'too heavy', de: 'zu schwer', ar: 'الوزن زائد' },
  volume: { en: 'too large', de: 'zu groß', ar: 'الحجم زائد' },
  packages: { en: 'too many packages', de: 'zu viele Packstücke', ar: 'الطرود كثيرة' },
  window: { en: 'starts too late', de: 'startet zu spät', ar: 'تبدأ متأخرة' },
})
