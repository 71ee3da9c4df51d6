// The sentences of left-out orders and of the notes of a proposal, by code and variant, in three languages.
import type { leftOutVariants, noteVariants } from '../../../contract/optimisation.ts'
import type { LocalisedSentence } from '../../words/error-codes.ts'
import { joinSentences } from '../../words/sentences.ts'

type Codes = keyof typeof leftOutVariants
/** The sentence of each reason without values, which proposals of early releases have. */
export const leftOutCodeSentences: Record<Codes, LocalisedSentence> = {
  position: {
    en: 'It has no location, and no other order with its postal code has one. Set a location, and plan again.',
    de:
      'Er hat keine Position, und auch kein anderer Auftrag mit seiner Postleitzahl. ' +
      'Setzen Sie eine, und planen Sie erneut.',
    ar: 'ليس له موقع، ولا لأي طلب آخر برمزه البريدي. حدّد موقعًا وأعد التخطيط.',
  },
  depot: {
    en: 'No free vehicle visits its depot.',
    de: 'Kein freies Fahrzeug fährt sein Depot an.',
    ar: 'لا توجد مركبة متاحة تمر بمستودعه.',
  },
  skills: {
    en: 'No free vehicle has the skills that it needs.',
    de: 'Kein freies Fahrzeug hat die nötigen Fähigkeiten.',
    ar: 'لا توجد مركبة متاحة بالمهارات اللازمة.',
  },
  vehicle: { en: 'No vehicle may take it.', de: 'Kein Fahrzeug darf ihn laden.', ar: 'لا يمكن لأي مركبة أخذه.' },
  weight: { en: 'It is too heavy.', de: 'Er ist zu schwer.', ar: 'الوزن أكبر من السعة.' },
  volume: { en: 'It is too large.', de: 'Er ist zu groß.', ar: 'الحجم أكبر من السعة.' },
  packages: { en: 'It has too many packages.', de: 'Er hat zu viele Packstücke.', ar: 'عدد الطرود أكبر من السعة.' },
  window: {
    en: 'No vehicle arrives within its time window.',
    de: 'Kein Fahrzeug ist in seinem Zeitfenster dort.',
    ar: 'لا تصل أي مركبة ضمن نافذته الزمنية.',
  },
  shift: {
    en: 'The shifts of the vehicles are too short.',
    de: 'Die Schichten der Fahrzeuge sind zu kurz.',
    ar: 'ورديات المركبات أقصر من اللازم.',
  },
  duration: { en: 'Every route would take too long.', de: 'Jede Tour würde zu lange dauern.', ar: 'كل مسار سيطول.' },
  distance: {
    en: 'Every route would be too far.',
    de: 'Jede Tour würde zu weit.',
    ar: 'كل مسار سيبتعد أكثر من اللازم.',
  },
  stops: {
    en: 'Every route has the maximum number of stops.',
    de: 'Jede Tour hat schon die meisten Stopps, die sie haben darf.',
    ar: 'بلغ كل مسار الحد الأقصى من المحطات.',
  },
  break: {
    en: 'No vehicle could take its break.',
    de: 'Kein Fahrzeug könnte seine Pause einhalten.',
    ar: 'لا يمكن لأي مركبة أن تأخذ استراحتها.',
  },
  unreachable: {
    en: 'No road connects the depots with its address in both directions.',
    de: 'Keine Straße verbindet die Depots mit seiner Adresse in beiden Richtungen.',
    ar: 'لا طريق إليه من المستودعات أو منه إليها.',
  },
  cost: {
    en: 'No position was found for it in the time of the search.',
    de: 'In der Zeit der Suche fand sich kein Platz für ihn.',
    ar: 'لم يُعثر له على موضع خلال مدة البحث.',
  },
}

const nearest: LocalisedSentence = {
  en: 'Nearest: {nearestKey}.',
  de: 'Am nächsten kommt „{nearestKey}“.',
  ar: 'الأقرب: «{nearestKey}».',
}
const alone: LocalisedSentence = {
  en: 'This applies even without other stops.',
  de: 'Das gilt auch ohne andere Stopps.',
  ar: 'ينطبق ذلك حتى بلا محطات أخرى.',
}
const shared: LocalisedSentence = {
  en: 'Its other stops are included.',
  de: 'Die anderen Stopps sind eingerechnet.',
  ar: 'المحطات الأخرى محسوبة.',
}
const withNearest = (first: LocalisedSentence) => joinSentences(first, nearest)
const isAlone = (first: LocalisedSentence) => joinSentences(first, alone)
const isShared = (first: LocalisedSentence) => joinSentences(first, shared)

const amountOf = (unit: string, { en, de, ar }: LocalisedSentence): LocalisedSentence => ({
  en: `No vehicle has room for its ${en}: {nearestKey} takes {capacity}${unit}, {missing}${unit} too little.`,
  de:
    `Kein Fahrzeug hat Platz für ${de}. Am nächsten kommt „{nearestKey}“ ` +
    `mit {capacity}${unit}, es fehlen {missing}${unit}.`,
  ar: `لا تتسع أي مركبة لـ ${ar}. الأقرب «{nearestKey}» بسعة {capacity}${unit}، والناقص {missing}${unit}.`,
})
const measure = amountOf(' {unit}', { en: '{amount} {unit}', de: '{amount} {unit}', ar: '{amount} {unit}' })
const packages = amountOf('', {
  en: '{amount|package|packages}',
  de: '{amount|Packstück|Packstücke}',
  ar: '{amount} من الطرود',
})
const measures = {
  'kind=alone amount capacity missing nearestKey unit': isAlone(measure),
  'kind=shared amount capacity missing nearestKey unit': isShared(measure),
}
const window: LocalisedSentence = {
  en: 'No vehicle arrives within its time window ({window}): {nearestKey} is {minutes} min late.',
  de:
    'Kein Fahrzeug ist in seinem Zeitfenster ({window}) dort. ' +
    'Am nächsten kommt „{nearestKey}“, {minutes} min zu spät.',
  ar: 'لا تصل أي مركبة ضمن نافذته الزمنية ({window}). الأقرب «{nearestKey}» بتأخر {minutes} د.',
}
const loads: LocalisedSentence = {
  en: 'The routes of the day leave no vehicle enough time: {nearestKey} ends {minutes} min too late.',
  de:
    'Die Touren des Tages lassen keinem Fahrzeug genug Zeit. ' +
    'Am nächsten kommt „{nearestKey}“ und endet {minutes} min zu spät.',
  ar: 'لا تترك مسارات اليوم وقتًا كافيًا لأي مركبة. الأقرب «{nearestKey}» بتأخر {minutes} د.',
}
const shiftLength: LocalisedSentence = {
  en: 'No shift is long enough: {nearestKey} ends {minutes} min after its shift.',
  de: 'Keine Schicht ist lang genug. Am nächsten kommt „{nearestKey}“ und endet {minutes} min nach der Schicht.',
  ar: 'لا وردية طويلة بما يكفي. الأقرب «{nearestKey}» وتنتهي بعد ورديتها بـ {minutes} د.',
}
const dayLength: LocalisedSentence = {
  en: 'The day is not long enough: {nearestKey} ends {minutes} min after it.',
  de: 'Der Tag ist nicht lang genug. Am nächsten kommt „{nearestKey}“ und endet {minutes} min danach.',
  ar: 'اليوم ليس طويلًا بما يكفي. الأقرب «{nearestKey}» وتنتهي بعده بـ {minutes} د.',
}
const duration: LocalisedSentence = {
  en: 'Every route would take too long: {nearestKey} takes {minutes} min too long.',
  de: 'Jede Tour würde zu lange dauern. Am nächsten kommt „{nearestKey}“, {minutes} min zu lang.',
  ar: 'كل مسار سيطول. الأقرب «{nearestKey}» وهو أطول بـ {minutes} د.',
}
const distance: LocalisedSentence = {
  en: 'Every route would be too far: {nearestKey} drives {kilometres} km too far.',
  de: 'Jede Tour würde zu weit. Am nächsten kommt „{nearestKey}“, {kilometres} km zu weit.',
  ar: 'كل مسار سيبتعد أكثر من اللازم. الأقرب «{nearestKey}» وهو أبعد بـ {kilometres} كم.',
}
const skills: LocalisedSentence = {
  en: 'No vehicle with {skills} is free.',
  de: 'Kein Fahrzeug mit {skills} ist frei.',
  ar: 'لا توجد مركبة متاحة لديها {skills}.',
}

type Sentences = {
  readonly [Code in Codes]: Readonly<Record<(typeof leftOutVariants)[Code][number], LocalisedSentence>>
}
export const leftOutSentences: Sentences = {
  position: {},
  depot: {
    'type=delivery depotKey': {
      en: 'No free vehicle starts at its depot {depotKey}.',
      de: 'Kein freies Fahrzeug beginnt in seinem Depot „{depotKey}“.',
      ar: 'لا توجد مركبة متاحة تبدأ من مستودعه «{depotKey}».',
    },
    'type=collection depotKey': {
      en: 'No free vehicle ends at its depot {depotKey}.',
      de: 'Kein freies Fahrzeug endet in seinem Depot „{depotKey}“.',
      ar: 'لا توجد مركبة متاحة تنتهي في مستودعه «{depotKey}».',
    },
  },
  skills: {
    skills,
    'depotKey skills': joinSentences(skills, {
      en: 'Depot: {depotKey}.',
      de: 'Depot: „{depotKey}“.',
      ar: 'المستودع: «{depotKey}».',
    }),
  },
  vehicle: {
    'reason=none': {
      en: 'No vehicle is free on this day.',
      de: 'An diesem Tag ist kein Fahrzeug frei.',
      ar: 'لا توجد مركبة متاحة في هذا اليوم.',
    },
    'reason=reloads nearestKey': withNearest({
      en: 'Every vehicle is full, and none may return for more.',
      de: 'Jedes Fahrzeug ist voll, und keines darf noch einmal laden.',
      ar: 'كل المركبات ممتلئة ولا يجوز لأي منها العودة للتحميل.',
    }),
  },
  weight: measures,
  volume: measures,
  packages: {
    'kind=alone amount capacity missing nearestKey': isAlone(packages),
    'kind=shared amount capacity missing nearestKey': isShared(packages),
  },
  window: {
    'kind=alone minutes nearestKey window': isAlone(window),
    'kind=shared minutes nearestKey window': isShared(window),
    'kind=shared minutes nearestKey stopKey': {
      en: 'Another stop would be late: {nearestKey} would be {minutes} min late at {stopKey}.',
      de: 'Ein anderer Stopp käme zu spät: „{nearestKey}“ wäre bei „{stopKey}“ {minutes} min zu spät.',
      ar: 'ستتأخر محطة أخرى: «{nearestKey}» عند «{stopKey}» بـ {minutes} د.',
    },
  },
  shift: {
    'reason=over nearestKey': withNearest({
      en: 'No vehicle has a shift left on this day.',
      de: 'An diesem Tag ist keine Schicht mehr übrig.',
      ar: 'لم تبق وردية في هذا اليوم.',
    }),
    'reason=no_overlap nearestKey': withNearest({
      en: 'No vehicle has a shift left on this day, or the shifts of vehicle and driver do not overlap.',
      de: 'An diesem Tag ist keine Schicht mehr übrig, oder die von Fahrzeug und Fahrer überschneiden sich nicht.',
      ar: 'لم تبق وردية في هذا اليوم، أو لا تتقاطع وردية المركبة مع وردية السائق.',
    }),
    'kind=alone reason=loads minutes nearestKey': isAlone(loads),
    'kind=shared reason=loads minutes nearestKey': isShared(loads),
    'reason=shift_ends nearestKey window': withNearest({
      en: 'No vehicle works within its time window ({window}): the shift ends before.',
      de: 'Kein Fahrzeug arbeitet in seinem Zeitfenster ({window}): die Schicht endet vorher.',
      ar: 'لا تعمل أي مركبة ضمن نافذته الزمنية ({window}): تنتهي الوردية قبلها.',
    }),
    'reason=day_ends nearestKey window': withNearest({
      en: 'No vehicle works within its time window ({window}): the day ends before.',
      de: 'Kein Fahrzeug arbeitet in seinem Zeitfenster ({window}): der Tag endet vorher.',
      ar: 'لا تعمل أي مركبة ضمن نافذته الزمنية ({window}): ينتهي اليوم قبلها.',
    }),
    'kind=alone reason=shift_length minutes nearestKey': isAlone(shiftLength),
    'kind=shared reason=shift_length minutes nearestKey': isShared(shiftLength),
    'kind=alone reason=day_length minutes nearestKey': isAlone(dayLength),
    'kind=shared reason=day_length minutes nearestKey': isShared(dayLength),
  },
  duration: {
    'kind=alone minutes nearestKey': isAlone(duration),
    'kind=shared minutes nearestKey': isShared(duration),
  },
  distance: {
    'kind=alone kilometres nearestKey': isAlone(distance),
    'kind=shared kilometres nearestKey': isShared(distance),
  },
  stops: { nearestKey: withNearest(leftOutCodeSentences.stops) },
  break: { nearestKey: withNearest(leftOutCodeSentences.break) },
  unreachable: {},
  cost: {
    nearestKey: withNearest({
      en: 'It fits, but was left out: search for longer, or assign it yourself.',
      de: 'Er passt, wurde aber nicht eingeplant: Suchen Sie länger, oder teilen Sie ihn selbst zu.',
      ar: 'يناسب لكنه لم يُخطط: ابحث مدة أطول أو أسنده بنفسك.',
    }),
  },
}

export const noteSentences: Readonly<Record<(typeof noteVariants)[number], LocalisedSentence>> = {
  'reason=failed': {
    en: 'The search failed: see the log of the service.',
    de: 'Die Suche ist gescheitert. Die Ursache steht im Protokoll des Dienstes.',
    ar: 'فشل البحث. السبب في سجل الخدمة.',
  },
  'reason=missing_loads count': {
    en: 'Chosen routes that no longer exist or have started: {count}.',
    de: 'Gewählte Touren, die es nicht mehr gibt oder die begonnen haben: {count}.',
    ar: 'مسارات مختارة لم تعد موجودة أو انطلقت: {count}.',
  },
  'reason=missing_vehicles count': {
    en: 'Chosen vehicles that no longer exist: {count}.',
    de: 'Gewählte Fahrzeuge, die es nicht mehr gibt: {count}.',
    ar: 'مركبات مختارة لم تعد موجودة: {count}.',
  },
  'reason=missing_orders count': {
    en: 'Chosen orders that no longer exist or are in other routes: {count}.',
    de: 'Gewählte Aufträge, die es nicht mehr gibt oder die in anderen Touren sind: {count}.',
    ar: 'طلبات مختارة لم تعد موجودة أو صارت في مسارات أخرى: {count}.',
  },
  'reason=stranded depots vehicles': {
    en: 'Vehicles that were not used because their depot {depots} does not exist: {vehicles}.',
    de: 'Nicht verwendete Fahrzeuge, weil es ihr Depot {depots} nicht gibt: {vehicles}.',
    ar: 'مركبات لم تُستخدم لأن مستودعها {depots} غير موجود: {vehicles}.',
  },
  'reason=unlocated depots': {
    en: 'The distance from and to these depots is not counted, because they have no location: {depots}.',
    de: 'Die Wege von und zu diesen Depots sind nicht eingerechnet, weil sie keine Position haben: {depots}.',
    ar: 'لم تُحسب المسافة من هذه المستودعات وإليها لأنها بلا موقع: {depots}.',
  },
  'reason=vroom_failed': {
    en: 'The VROOM server returned no plan. Dray searched itself instead.',
    de: 'Der VROOM-Server hat keinen Plan geliefert. Dray hat selbst gesucht.',
    ar: 'لم يقدّم خادم VROOM خطة. بحث Dray بنفسه.',
  },
  'reason=vroom_feature': {
    en: 'The VROOM server does not support a rule of this plan. Dray searched itself instead.',
    de: 'Der VROOM-Server unterstützt eine Regel dieses Plans nicht. Dray hat selbst gesucht.',
    ar: 'لا يدعم خادم VROOM إحدى قواعد هذه الخطة. بحث Dray بنفسه.',
  },
  'reason=vroom_size': {
    en: 'The day is too large for the VROOM server. Dray searched itself instead.',
    de: 'Der Tag ist zu groß für den VROOM-Server. Dray hat selbst gesucht.',
    ar: 'اليوم أكبر مما يحتمله خادم VROOM. بحث Dray بنفسه.',
  },
}
