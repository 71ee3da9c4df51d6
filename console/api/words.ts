// What the console says when a request fails without an answer of its own.
import { dictionary } from '../words/words.ts'

export const problemWords = dictionary({
  unreachable: {
    en: 'The service cannot be reached. Nothing you typed is lost; try again in a moment.',
    de: 'Der Dienst ist nicht erreichbar. Ihre Eingaben bleiben erhalten; versuchen Sie es gleich noch einmal.',
    ar: 'تعذّر الوصول إلى الخدمة. لم تُفقد أي بيانات أدخلتها؛ حاول مرة أخرى بعد قليل.',
  },
  unknown: { en: 'Something went wrong.', de: 'Etwas ist schiefgegangen.', ar: 'حدث خطأ ما.' },
  notDone: { en: 'Not done', de: 'Nicht ausgeführt', ar: 'لم يُنفَّذ' },
})
