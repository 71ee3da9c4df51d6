// The texts for a request without a response.
import { dictionary } from '../words/words.ts'

export const problemWords = dictionary({
  unreachable: {
    en: 'The service cannot be reached. Nothing you typed is lost. Try again in a moment.',
    de: 'Der Dienst ist nicht erreichbar. Ihre Eingaben bleiben erhalten. Versuchen Sie es gleich noch einmal.',
    ar: 'تعذّر الوصول إلى الخدمة. لم يُفقد شيء مما كتبته. حاول مرة أخرى بعد قليل.',
  },
  unknown: {
    en: 'Something went wrong. Reload the page and try again.',
    de: 'Etwas ist schiefgegangen. Laden Sie die Seite neu und versuchen Sie es noch einmal.',
    ar: 'حدث خطأ ما. أعد تحميل الصفحة وحاول مرة أخرى.',
  },
  notDone: { en: 'Action failed', de: 'Aktion fehlgeschlagen', ar: 'فشل الإجراء' },
})
