// The texts of custom fields and tags of orders.
import { dictionary } from '../words/words.ts'

export const fieldValueWords = dictionary({
  title: { en: 'Custom fields', de: 'Eigene Felder', ar: 'الحقول المخصصة' },
  yes: { en: 'Yes', de: 'Ja', ar: 'نعم' },
  no: { en: 'No', de: 'Nein', ar: 'لا' },
  tags: { en: 'Tags', de: 'Schlagwörter', ar: 'الوسوم' },
  tagsHelp: { en: 'Separated by commas.', de: 'Durch Kommas getrennt.', ar: 'مفصولة بفواصل.' },
  changeTags: { en: 'Change tags', de: 'Schlagwörter ändern', ar: 'تعديل الوسوم' },
  addTags: { en: 'Add these tags', de: 'Diese Schlagwörter hinzufügen', ar: 'إضافة هذه الوسوم' },
  removeTags: { en: 'Remove these tags', de: 'Diese Schlagwörter entfernen', ar: 'إزالة هذه الوسوم' },
  change: { en: 'Change', de: 'Ändern', ar: 'تعديل' },
  filterBy: {
    en: (name: string) => `Filter by ${name}`,
    de: (name: string) => `Nach ${name} filtern`,
    ar: (name: string) => `تصفية حسب ${name}`,
  },
  apply: { en: 'Apply', de: 'Anwenden', ar: 'تطبيق' },
})
