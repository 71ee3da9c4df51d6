// The texts of the page about custom fields.
import { dictionary } from '../words/words.ts'

export const fieldsWords = dictionary({
  title: { en: 'Custom fields', de: 'Eigene Felder', ar: 'الحقول المخصصة' },
  about: {
    en: 'What you want to know of an order beyond what every order has. Values that orders already have stay as they are when a field is changed or removed.',
    de: 'Was Sie von einem Auftrag über das Übliche hinaus wissen wollen. Werte, die Aufträge schon haben, bleiben erhalten, wenn ein Feld geändert oder entfernt wird.',
    ar: 'ما تريد معرفته عن الطلب زيادة على ما في كل طلب. تبقى القيم الموجودة في الطلبات كما هي عند تعديل حقل أو إزالته.',
  },
  add: { en: 'Add field', de: 'Feld hinzufügen', ar: 'إضافة حقل' },
  none: { en: 'No custom fields yet', de: 'Noch keine eigenen Felder', ar: 'لا حقول مخصصة بعد' },
  noneText: {
    en: 'Add one, such as a floor or a colour, and orders can have a value for it.',
    de: 'Fügen Sie eines hinzu, etwa ein Stockwerk oder eine Farbe, und Aufträge können einen Wert dafür haben.',
    ar: 'أضف حقلًا مثل الطابق أو اللون ليكون للطلبات قيمة فيه.',
  },
  field: {
    en: (name: string) => `Field ${name}`,
    de: (name: string) => `Feld ${name}`,
    ar: (name: string) => `الحقل ${name}`,
  },
  key: { en: 'Key', de: 'Schlüssel', ar: 'المفتاح' },
  keyHelp: {
    en: 'Letters, digits and _. The API and files use it.',
    de: 'Buchstaben, Ziffern und _. API und Dateien verwenden ihn.',
    ar: 'أحرف لاتينية وأرقام و_. تستخدمه API والملفات.',
  },
  name: { en: 'Name', de: 'Name', ar: 'الاسم' },
  type: { en: 'Type', de: 'Art', ar: 'النوع' },
  text: { en: 'Text', de: 'Text', ar: 'نص' },
  number: { en: 'Number', de: 'Zahl', ar: 'رقم' },
  boolean: { en: 'Yes or no', de: 'Ja oder nein', ar: 'نعم أو لا' },
  date: { en: 'Date', de: 'Datum', ar: 'تاريخ' },
  choice: { en: 'Choice', de: 'Auswahl', ar: 'اختيار' },
  choices: { en: 'Choices', de: 'Auswahlwerte', ar: 'الخيارات' },
  choicesHelp: {
    en: 'Separated by commas, in the order in which lists sort them.',
    de: 'Durch Kommas getrennt, in der Reihenfolge, in der Listen sie sortieren.',
    ar: 'مفصولة بفواصل، بالترتيب الذي تُرتَّب به القوائم.',
  },
  required: { en: 'Required', de: 'Erforderlich', ar: 'إلزامي' },
  listed: { en: 'Show in the list', de: 'In der Liste zeigen', ar: 'عرض في القائمة' },
  forDriver: { en: 'Show to the driver', de: 'Dem Fahrer zeigen', ar: 'عرض للسائق' },
  searched: { en: 'Search', de: 'Durchsuchen', ar: 'البحث فيه' },
  filtered: { en: 'Filter', de: 'Filtern', ar: 'التصفية به' },
  sorted: { en: 'Sort', de: 'Sortieren', ar: 'الترتيب به' },
  remove: {
    en: (name: string) => `Remove field ${name}`,
    de: (name: string) => `Feld ${name} entfernen`,
    ar: (name: string) => `إزالة الحقل ${name}`,
  },
})
