// The texts for a request without a response.
import { createDictionary } from '../words/words.ts'

export const problemTexts = createDictionary({
  unreachable: {
    en: 'The service cannot be reached. Your input is kept. Try again in a moment.',
    de: 'Der Dienst ist nicht erreichbar. Ihre Eingaben bleiben erhalten. Versuchen Sie es gleich noch einmal.',
    ar: 'تعذّر الوصول إلى الخدمة. تبقى إدخالاتك كما هي. حاول مرة أخرى بعد قليل.',
  },
  unknown: {
    en: 'An unexpected error occurred. Reload the page and try again.',
    de: 'Ein unerwarteter Fehler ist aufgetreten. Laden Sie die Seite neu und versuchen Sie es noch einmal.',
    ar: 'حدث خطأ غير متوقع. أعد تحميل الصفحة وحاول مرة أخرى.',
  },
  notDone: { en: 'Action failed', de: 'Aktion fehlgeschlagen', ar: 'فشل الإجراء' },
})
