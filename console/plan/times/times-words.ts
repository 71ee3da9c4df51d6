// The texts about times: the estimate at every stop, planned times set from it, and the start that is moved.
import { counted, dictionary } from '../../words/words.ts'

const timeForms = {
  en: { one: 'planned time', other: 'planned times' },
  de: { one: 'geplante Zeit', other: 'geplante Zeiten' },
  ar: { one: 'وقت مخطط', two: 'وقتان مخططان', few: 'أوقات مخططة', many: 'وقتًا مخططًا', other: 'وقت مخطط' },
}

export const timesWords = dictionary({
  arrives: {
    en: (time: string) => `≈ ${time}`,
    de: (time: string) => `≈ ${time}`,
    ar: (time: string) => `≈ ${time}`,
  },
  waits: {
    en: (duration: string) => `waits ${duration}`,
    de: (duration: string) => `wartet ${duration}`,
    ar: (duration: string) => `انتظار ${duration}`,
  },
  ends: {
    en: (time: string) => `ends ≈ ${time}`,
    de: (time: string) => `endet ≈ ${time}`,
    ar: (time: string) => `تنتهي ≈ ${time}`,
  },
  waiting: { en: 'Waiting', de: 'Wartet', ar: 'في الانتظار' },
  behind: { en: 'Late', de: 'Verspätet', ar: 'متأخر' },
  setTimes: { en: 'Set planned times', de: 'Geplante Zeiten setzen', ar: 'تعيين الأوقات المخططة' },
  timesSet: {
    en: (count: number) => `${counted('en', count, timeForms.en)} set.`,
    de: (count: number) => `${counted('de', count, timeForms.de)} gesetzt.`,
    ar: (count: number) => `تم تعيين ${counted('ar', count, timeForms.ar)}.`,
  },
  notSet: {
    en: (failed: string) => `Not set: ${failed}`,
    de: (failed: string) => `Nicht gesetzt: ${failed}`,
    ar: (failed: string) => `لم تُعيَّن: ${failed}`,
  },
  noEstimate: {
    en: 'There is no estimate to set times from. The load needs a planned start.',
    de: 'Es gibt keine Schätzung. Die Tour braucht einen geplanten Start.',
    ar: 'لا يوجد تقدير لتعيين الأوقات منه. تحتاج الحمولة إلى بداية مخططة.',
  },
  startHandle: { en: 'Planned start', de: 'Geplanter Start', ar: 'البداية المخططة' },
  startHandleHint: {
    en: 'Planned start: drag it, or press the arrow keys and then Enter.',
    de: 'Geplanter Start: ziehen, oder Pfeiltasten und dann Eingabetaste drücken.',
    ar: 'البداية المخططة: اسحبها، أو استخدم مفاتيح الأسهم ثم Enter.',
  },
  startsAt: {
    en: (load: string, time: string) => `${load} now starts at ${time}.`,
    de: (load: string, time: string) => `${load} startet jetzt um ${time}.`,
    ar: (load: string, time: string) => `تبدأ ${load} الآن عند ${time}.`,
  },
})
