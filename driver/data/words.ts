// The texts of the driver's app, short enough to be read while walking.
import { appWords } from '../../console/words/apps.ts'

import { counted, dictionary } from '../../console/words/words.ts'
import type { LoadStatus } from '../../contract/load.ts'
import type { OutcomeName } from '../../contract/road.ts'
import { keptWords } from './kept-words.ts'

type Kind = 'delivery' | 'collection'
/** What an outcome still lacks. */
export type Missing = 'outcome' | 'reason' | 'parts' | 'photos' | 'reasonPhoto' | 'signature'

export const driverWords = dictionary({
  ...appWords,

  ...keptWords,
  // The door.
  welcome: { en: 'Dray for drivers', de: 'Dray für Fahrer', ar: 'Dray للسائقين' },
  enterHow: {
    en: 'Open the link from your planner on this phone, or type the code they gave you.',
    de: 'Öffnen Sie den Link Ihres Planers auf diesem Telefon oder tippen Sie den Code ein, den Sie bekommen haben.',
    ar: 'افتح الرابط الذي أرسله المخطِّط على هذا الهاتف، أو اكتب الرمز الذي أعطاك إياه.',
  },
  lettingIn: { en: 'One moment…', de: 'Einen Moment…', ar: 'لحظة…' },
  wrongCode: {
    en: 'This code is not valid, or has already been used. Ask your planner for a new one.',
    de: 'Dieser Code gilt nicht oder wurde schon benutzt. Bitten Sie Ihren Planer um einen neuen.',
    ar: 'هذا الرمز غير صالح أو سبق استخدامه. اطلب من المخطِّط رمزًا جديدًا.',
  },
  linkEnded: {
    en: 'This link is not valid, or has already been used. Ask your planner for a new one.',
    de: 'Dieser Link gilt nicht oder wurde schon benutzt. Bitten Sie Ihren Planer um einen neuen.',
    ar: 'هذا الرابط غير صالح أو سبق استخدامه. اطلب من المخطِّط رابطًا جديدًا.',
  },
  tooOften: {
    en: 'Too many tries. Wait a minute, then try again.',
    de: 'Zu viele Versuche. Warten Sie eine Minute und versuchen Sie es noch einmal.',
    ar: 'محاولات كثيرة. انتظر دقيقة ثم حاول مرة أخرى.',
  },
  noReceptionNow: {
    en: 'No connection. Try again where you have reception.',
    de: 'Keine Verbindung. Versuchen Sie es dort noch einmal, wo Sie Empfang haben.',
    ar: 'لا يوجد اتصال. حاول مرة أخرى حيث تتوفر التغطية.',
  },
  needsHttps: {
    en: 'This address does not start with https: the app cannot work here. Tell your planner.',
    de: 'Diese Adresse beginnt nicht mit https: Hier kann die App nicht arbeiten. Sagen Sie es Ihrem Planer.',
    ar: 'لا يبدأ هذا العنوان بـ https، لذلك لا يعمل التطبيق هنا. أخبر المخطِّط.',
  },
  waitsForEntry: {
    en: (count: number) =>
      `${counted('en', count, { one: 'record is', other: 'records are' })} safe on this phone. What can be sent ` +
      'is sent by itself; the rest waits until its driver is let in again.',
    de: (count: number) =>
      `${counted('de', count, { one: 'Eintrag ist', other: 'Einträge sind' })} sicher auf diesem Telefon. Was ` +
      'gesendet werden kann, wird von selbst gesendet; der Rest wartet, bis sein Fahrer wieder angemeldet ist.',
    ar: (count: number) =>
      `${counted('ar', count, { few: 'سجلات', other: 'سجل' })} محفوظة بأمان على هذا الهاتف. ما يمكن إرساله ` +
      'يُرسَل تلقائيًا، والباقي ينتظر دخول سائقه من جديد.',
  },

  // Around every screen.
  back: { en: 'Back', de: 'Zurück', ar: 'رجوع' },
  done: { en: 'Done', de: 'Fertig', ar: 'تم' },
  add: { en: 'Add', de: 'Hinzufügen', ar: 'إضافة' },
  allSent: { en: 'All sent', de: 'Alles gesendet', ar: 'أُرسل كل شيء' },
  noReception: { en: 'No connection', de: 'Keine Verbindung', ar: 'لا يوجد اتصال' },
  notSent: {
    en: (count: number) => `${count} not sent yet`,
    de: (count: number) => `${count} noch nicht gesendet`,
    ar: (count: number) => `${count} لم تُرسَل بعد`,
  },

  // The day.
  myDay: { en: 'My day', de: 'Mein Tag', ar: 'يومي' },
  readingDay: { en: 'Reading your day…', de: 'Ihr Tag wird geladen…', ar: 'جارٍ تحميل يومك…' },
  noLoads: {
    en: 'No loads for you yet. They appear here as soon as they are released.',
    de: 'Noch keine Touren für Sie. Sie erscheinen hier, sobald sie freigegeben sind.',
    ar: 'لا توجد حمولات لك بعد. تظهر هنا فور اعتمادها.',
  },
  statuses: {
    en: (status: LoadStatus) => enStatuses[status],
    de: (status: LoadStatus) => deStatuses[status],
    ar: (status: LoadStatus) => arStatuses[status],
  },
  progress: { en: 'Stops done', de: 'Erledigte Stopps', ar: 'المحطات المنجزة' },
  doneOf: {
    en: (done: number, all: number) => `${done} of ${all} stops done`,
    de: (done: number, all: number) => `${done} von ${all} Stopps erledigt`,
    ar: (done: number, all: number) => `أُنجزت ${done} من ${all} محطات`,
  },
  asOf: {
    en: (time: string) => `Last updated ${time}`,
    de: (time: string) => `Zuletzt aktualisiert ${time}`,
    ar: (time: string) => `آخر تحديث ${time}`,
  },
  signOutHow: {
    en: 'You need a new link or code from your planner to come back.',
    de: 'Um sich wieder anzumelden, brauchen Sie einen neuen Link oder Code von Ihrem Planer.',
    ar: 'ستحتاج إلى رابط أو رمز جديد من المخطِّط للعودة.',
  },
  noSignOut: {
    en: 'You can sign out once everything has been sent.',
    de: 'Sie können sich abmelden, sobald alles gesendet ist.',
    ar: 'يمكنك تسجيل الخروج بعد إرسال كل شيء.',
  },
  install: { en: 'Add to home screen', de: 'Zum Startbildschirm hinzufügen', ar: 'إضافة إلى الشاشة الرئيسية' },
  installWhy: {
    en: 'Put the app on your home screen: it opens faster, and nothing you record is cleared away.',
    de: 'Legen Sie die App auf den Startbildschirm: Sie öffnet schneller, und nichts Erfasstes geht verloren.',
    ar: 'أضف التطبيق إلى الشاشة الرئيسية: يفتح أسرع، ولا يُحذف شيء مما تسجله.',
  },
  installIos: {
    en: 'Put the app on your home screen: tap Share, then “Add to Home Screen”. You may need a new code there.',
    de:
      'Legen Sie die App auf den Startbildschirm: Tippen Sie auf „Teilen“, dann auf „Zum Home-Bildschirm“. Dort ' +
      'brauchen Sie vielleicht einen neuen Code.',
    ar: 'أضف التطبيق إلى الشاشة الرئيسية: اضغط «مشاركة» ثم «إضافة إلى الشاشة الرئيسية». قد تحتاج هناك إلى رمز جديد.',
  },

  // A load.
  loadGone: {
    en: 'This load is no longer on your list.',
    de: 'Diese Tour steht nicht mehr auf Ihrer Liste.',
    ar: 'لم تعد هذه الحمولة في قائمتك.',
  },
  startLoad: { en: 'Start load', de: 'Tour starten', ar: 'بدء الحمولة' },
  nextStop: {
    en: (position: number) => `Go to stop ${position}`,
    de: (position: number) => `Weiter zu Stopp ${position}`,
    ar: (position: number) => `إلى المحطة ${position}`,
  },
  completeLoad: { en: 'Complete load', de: 'Tour abschließen', ar: 'إنهاء الحمولة' },
  loadCompleted: { en: 'This load is completed.', de: 'Diese Tour ist abgeschlossen.', ar: 'اكتملت هذه الحمولة.' },
  allDone: { en: 'Every stop has an outcome.', de: 'Jeder Stopp hat ein Ergebnis.', ar: 'لكل محطة نتيجة.' },
  stillOpen: {
    en: (count: number) => `${counted('en', count, { one: 'stop is', other: 'stops are' })} still open:`,
    de: (count: number) => `${counted('de', count, { one: 'Stopp ist', other: 'Stopps sind' })} noch offen:`,
    ar: (count: number) => `ما زالت ${counted('ar', count, { few: 'محطات', other: 'محطة' })} مفتوحة:`,
  },
  notSentYet: { en: 'Not sent yet', de: 'Noch nicht gesendet', ar: 'لم تُرسَل بعد' },
  begun: { en: 'Begun', de: 'Begonnen', ar: 'بدأت' },
  stopGone: { en: 'Moved away', de: 'Verlegt', ar: 'نُقلت' },

  // A stop.
  stopNumber: {
    en: (position: number) => `Stop ${position}`,
    de: (position: number) => `Stopp ${position}`,
    ar: (position: number) => `المحطة ${position}`,
  },
  stopIsGone: {
    en: 'This stop is no longer on your load.',
    de: 'Dieser Stopp gehört nicht mehr zu Ihrer Tour.',
    ar: 'لم تعد هذه المحطة ضمن حمولتك.',
  },
  goneButBegun: {
    en: 'The planner has moved this stop. You can still finish what you began.',
    de: 'Der Planer hat diesen Stopp verlegt. Was Sie begonnen haben, können Sie trotzdem beenden.',
    ar: 'نقل المخطِّط هذه المحطة. ما زال بإمكانك إكمال ما بدأته.',
  },
  navigate: { en: 'Navigate', de: 'Navigieren', ar: 'الملاحة' },
  startFirst: {
    en: 'Start the load before the first stop.',
    de: 'Starten Sie die Tour vor dem ersten Stopp.',
    ar: 'ابدأ الحمولة قبل المحطة الأولى.',
  },
  arrived: { en: 'I have arrived', de: 'Angekommen', ar: 'وصلت' },
  arrivedAt: {
    en: (time: string) => `Arrived ${time}`,
    de: (time: string) => `Angekommen ${time}`,
    ar: (time: string) => `وصلت ${time}`,
  },
  elsewhere: {
    en: 'On another load: you need not go there.',
    de: 'Auf einer anderen Tour: Sie müssen nicht hin.',
    ar: 'ضمن حمولة أخرى: لا حاجة للذهاب إلى هناك.',
  },
  goodsLeftOut: {
    en: 'Too much to be listed here: see the papers, or ask your planner.',
    de: 'Zu viel für diese Liste: Sehen Sie in die Papiere, oder fragen Sie Ihren Planer.',
    ar: 'العدد أكبر من أن يُعرض هنا: راجع المستندات أو اسأل المخطِّط.',
  },
  cancelledByPlanner: {
    en: 'Cancelled by your planner',
    de: 'Von Ihrem Planer storniert',
    ar: 'ألغاها المخطِّط',
  },
  recordedByPlanner: { en: 'Recorded by your planner', de: 'Von Ihrem Planer erfasst', ar: 'سجّلها المخطِّط' },
  correct: { en: 'Correct outcome', de: 'Ergebnis korrigieren', ar: 'تصحيح النتيجة' },
  correctHow: {
    en: 'You record the outcome anew. The planner sees both; the new one counts.',
    de: 'Sie erfassen das Ergebnis neu. Der Planer sieht beide, das neue zählt.',
    ar: 'ستسجل النتيجة من جديد. يرى المخطِّط النتيجتين، وتُحتسب الجديدة.',
  },
  noCorrection: { en: 'Keep the old outcome', de: 'Altes Ergebnis behalten', ar: 'الإبقاء على النتيجة السابقة' },

  // The outcome.
  recorded: {
    en: 'This outcome is recorded.',
    de: 'Dieses Ergebnis ist erfasst.',
    ar: 'سُجلت هذه النتيجة.',
  },
  outcomes: {
    en: (outcome: OutcomeName, kind: Kind) => enOutcomes[kind][outcome],
    de: (outcome: OutcomeName, kind: Kind) => deOutcomes[kind][outcome],
    ar: (outcome: OutcomeName, kind: Kind) => arOutcomes[kind][outcome],
  },
  whatHappened: { en: 'What happened?', de: 'Was ist passiert?', ar: 'ماذا حدث؟' },
  why: { en: 'Why?', de: 'Warum?', ar: 'لماذا؟' },
  photoNeeded: { en: 'needs a photo', de: 'braucht ein Foto', ar: 'يحتاج صورة' },
  whichPackages: {
    en: 'Which packages were handed over?',
    de: 'Welche Packstücke wurden übergeben?',
    ar: 'ما الطرود التي سُلِّمت؟',
  },
  howMuch: { en: 'How much was handed over?', de: 'Wie viel wurde übergeben?', ar: 'ما الكمية التي سُلِّمت؟' },
  handedOver: {
    en: (name: string) => `Handed over: ${name}`,
    de: (name: string) => `Übergeben: ${name}`,
    ar: (name: string) => `سُلِّم: ⁨${name}⁩`,
  },
  less: {
    en: (name: string) => `Less: ${name}`,
    de: (name: string) => `Weniger: ${name}`,
    ar: (name: string) => `أقل: ⁨${name}⁩`,
  },
  more: {
    en: (name: string) => `More: ${name}`,
    de: (name: string) => `Mehr: ${name}`,
    ar: (name: string) => `أكثر: ⁨${name}⁩`,
  },
  ofAll: {
    en: (all: string) => `of ${all}`,
    de: (all: string) => `von ${all}`,
    ar: (all: string) => `من ${all}`,
  },
  packageCount: {
    en: 'Number of packages handed over',
    de: 'Anzahl übergebener Packstücke',
    ar: 'عدد الطرود المسلَّمة',
  },
  scan: { en: 'Scan packages', de: 'Packstücke scannen', ar: 'مسح الطرود' },
  scanned: { en: 'Scanned', de: 'Gescannt', ar: 'مُسح' },
  holdCode: {
    en: 'Hold the code in front of the camera.',
    de: 'Halten Sie den Code vor die Kamera.',
    ar: 'ضع الرمز أمام الكاميرا.',
  },
  typeCode: { en: 'Or type the code', de: 'Oder Code eintippen', ar: 'أو اكتب الرمز' },
  noScanner: {
    en: 'The scanner cannot be loaded without reception. Type the codes.',
    de: 'Der Scanner lässt sich ohne Empfang nicht laden. Tippen Sie die Codes ein.',
    ar: 'لا يمكن تحميل الماسح دون تغطية. اكتب الرموز.',
  },
  codeGood: {
    en: (code: string) => `${code}: right package.`,
    de: (code: string) => `${code}: richtiges Packstück.`,
    ar: (code: string) => `⁨${code}⁩: الطرد الصحيح.`,
  },
  codeAgain: {
    en: (code: string) => `${code}: already scanned.`,
    de: (code: string) => `${code}: schon gescannt.`,
    ar: (code: string) => `⁨${code}⁩: مُسح من قبل.`,
  },
  codeUnknown: {
    en: (code: string) => `${code} is not part of this order. It is noted.`,
    de: (code: string) => `${code} gehört nicht zu diesem Auftrag. Der Code ist notiert.`,
    ar: (code: string) => `⁨${code}⁩ ليس من هذا الطلب. سُجل الرمز.`,
  },
  codeOfOther: {
    en: (code: string, position: number) => `Wrong package: ${code} belongs to stop ${position}.`,
    de: (code: string, position: number) => `Falsches Packstück: ${code} gehört zu Stopp ${position}.`,
    ar: (code: string, position: number) => `طرد خاطئ: ⁨${code}⁩ يخص المحطة ${position}.`,
  },
  leftToScan: {
    en: (count: number) => (count === 0 ? 'All packages are scanned.' : `${count} still to scan`),
    de: (count: number) => (count === 0 ? 'Alle Packstücke sind gescannt.' : `Noch ${count} zu scannen`),
    ar: (count: number) => (count === 0 ? 'مُسحت كل الطرود.' : `بقي ${count} للمسح`),
  },
  extraCodes: { en: 'Other codes', de: 'Andere Codes', ar: 'رموز أخرى' },
  removeCode: {
    en: (code: string) => `Remove code ${code}`,
    de: (code: string) => `Code ${code} entfernen`,
    ar: (code: string) => `إزالة الرمز ⁨${code}⁩`,
  },
  notScannedTitle: { en: 'Not scanned', de: 'Nicht gescannt', ar: 'لم تُمسح' },
  notScanned: {
    en: (count: number) => `${counted('en', count, { one: 'package was', other: 'packages were' })} not scanned:`,
    de: (count: number) =>
      `${counted('de', count, { one: 'Packstück wurde', other: 'Packstücke wurden' })} nicht gescannt:`,
    ar: (count: number) => `لم يُمسح ${counted('ar', count, { few: 'طرود', many: 'طردًا', other: 'طرد' })}:`,
  },
  saveAnyway: { en: 'Save anyway', de: 'Trotzdem speichern', ar: 'حفظ على أي حال' },
  photos: { en: 'Photos', de: 'Fotos', ar: 'الصور' },
  needed: { en: 'needed', de: 'nötig', ar: 'مطلوب' },
  atLeast: {
    en: (count: number) => `at least ${count}`,
    de: (count: number) => `mindestens ${count}`,
    ar: (count: number) => `${count} على الأقل`,
  },
  takePhoto: { en: 'Take photo', de: 'Foto aufnehmen', ar: 'التقاط صورة' },
  chooseFile: { en: 'From phone', de: 'Vom Telefon', ar: 'من الهاتف' },
  photosTaken: {
    en: (count: number) => counted('en', count, { one: 'photo', other: 'photos' }),
    de: (count: number) => counted('de', count, { one: 'Foto', other: 'Fotos' }),
    ar: (count: number) => counted('ar', count, { few: 'صور', other: 'صورة' }),
  },
  unreadablePicture: {
    en: 'This picture cannot be read. Take it anew with the camera.',
    de: 'Dieses Bild lässt sich nicht lesen. Nehmen Sie es mit der Kamera neu auf.',
    ar: 'لا يمكن قراءة هذه الصورة. التقطها من جديد بالكاميرا.',
  },
  photosFull: {
    en: 'You have taken all photos.',
    de: 'Sie haben alle Fotos aufgenommen.',
    ar: 'التقطت كل الصور.',
  },
  photoNumber: {
    en: (count: number) => `Photo ${count}`,
    de: (count: number) => `Foto ${count}`,
    ar: (count: number) => `صورة ${count}`,
  },
  photoRemoved: { en: 'Photo removed.', de: 'Foto entfernt.', ar: 'أُزيلت الصورة.' },
  openPhoto: {
    en: (count: number) => `Open photo ${count}`,
    de: (count: number) => `Foto ${count} öffnen`,
    ar: (count: number) => `فتح الصورة ${count}`,
  },
  removePhoto: {
    en: (count: number) => `Remove photo ${count}`,
    de: (count: number) => `Foto ${count} entfernen`,
    ar: (count: number) => `إزالة الصورة ${count}`,
  },
  cameraPicture: { en: 'Camera', de: 'Kamera', ar: 'الكاميرا' },
  noCamera: {
    en: 'The camera cannot be used here. Allow it in the settings of your phone.',
    de: 'Die Kamera ist nicht verfügbar. Erlauben Sie sie in den Einstellungen Ihres Telefons.',
    ar: 'لا يمكن استخدام الكاميرا هنا. اسمح بها في إعدادات هاتفك.',
  },
  notKept: {
    en: 'This could not be kept on the phone. Free some space, then try again.',
    de: 'Das konnte nicht auf dem Telefon gesichert werden. Schaffen Sie Platz und versuchen Sie es noch einmal.',
    ar: 'تعذر حفظ هذا على الهاتف. وفّر مساحة ثم حاول مرة أخرى.',
  },
  sign: { en: 'Sign', de: 'Unterschreiben', ar: 'توقيع' },
  signAgain: { en: 'Sign again', de: 'Neu unterschreiben', ar: 'إعادة التوقيع' },
  signHere: { en: 'Sign here with your finger', de: 'Hier mit dem Finger unterschreiben', ar: 'وقّع هنا بإصبعك' },
  clear: { en: 'Clear', de: 'Leeren', ar: 'محو' },
  contactName: { en: 'Name of the person', de: 'Name der Person', ar: 'اسم الشخص' },
  contactMet: { en: 'Whom you spoke to', de: 'Mit wem Sie gesprochen haben', ar: 'مع من تحدثت' },
  saved: { en: 'Saved on this phone.', de: 'Auf dem Telefon gesichert.', ar: 'حُفظ على هذا الهاتف.' },
  missing: {
    en: (what: Missing) => enMissing[what],
    de: (what: Missing) => deMissing[what],
    ar: (what: Missing) => arMissing[what],
  },

  // What waits.
  nothingWaits: {
    en: 'Everything has been sent.',
    de: 'Alles ist gesendet.',
    ar: 'أُرسل كل شيء.',
  },
  sendsItself: {
    en: 'No connection right now. Everything is safe on this phone and is sent by itself.',
    de: 'Gerade keine Verbindung. Alles ist sicher auf diesem Telefon und wird von selbst gesendet.',
    ar: 'لا يوجد اتصال الآن. كل شيء محفوظ بأمان على هذا الهاتف وسيُرسَل تلقائيًا.',
  },
  sendNow: { en: 'Send now', de: 'Jetzt senden', ar: 'إرسال الآن' },
  sending: { en: 'Sending…', de: 'Wird gesendet…', ar: 'جارٍ الإرسال…' },
  started: { en: 'started', de: 'gestartet', ar: 'بدأت' },
  completed: { en: 'completed', de: 'abgeschlossen', ar: 'اكتملت' },
  fileOf: {
    en: (key: string, kilobytes: number) => `${key}: picture, ${kilobytes} KB`,
    de: (key: string, kilobytes: number) => `${key}: Bild, ${kilobytes} KB`,
    ar: (key: string, kilobytes: number) => `⁨${key}⁩: صورة، ${kilobytes} كيلوبايت`,
  },
  ofDriver: {
    en: (key: string) => `of ${key}`,
    de: (key: string) => `von ${key}`,
    ar: (key: string) => `تخص ⁨${key}⁩`,
  },
  needsPlanner: { en: 'Needs the planner', de: 'Braucht den Planer', ar: 'يحتاج المخطِّط' },
  needsPlannerHow: {
    en: 'The service did not accept this. It stays on your phone: show it to your planner.',
    de: 'Der Dienst hat das nicht angenommen. Es bleibt auf Ihrem Telefon: Zeigen Sie es Ihrem Planer.',
    ar: 'لم تقبل الخدمة هذا. سيبقى على هاتفك: اعرضه على المخطِّط.',
  },
  loadTakenBack: {
    en:
      'Your planner has taken this load back, perhaps to change it. Ask before you drive. Once it is ready again, ' +
      'tap Try again.',
    de:
      'Ihr Planer hat diese Tour zurückgeholt, vielleicht um sie zu ändern. Fragen Sie nach, bevor Sie fahren. ' +
      'Sobald sie wieder bereit ist, tippen Sie auf „Noch einmal versuchen“.',
    ar:
      'استرجع المخطِّط هذه الحمولة، ربما لتعديلها. اسأله قبل أن تنطلق. عندما تصبح جاهزة من جديد، اضغط «حاول مرة ' +
      'أخرى».',
  },
  loadNotYours: {
    en: 'This load is no longer yours: it was given to somebody else, or deleted. Ask your planner.',
    de: 'Diese Tour ist nicht mehr Ihre: Sie wurde jemand anderem gegeben oder gelöscht. Fragen Sie Ihren Planer.',
    ar: 'لم تعد هذه الحمولة لك: أُسندت إلى شخص آخر أو حُذفت. اسأل المخطِّط.',
  },
  removeHow: {
    en: 'Remove it only when your planner has recorded it. It cannot be brought back.',
    de: 'Entfernen Sie es erst, wenn Ihr Planer es erfasst hat. Es lässt sich nicht zurückholen.',
    ar: 'لا تُزله إلا بعد أن يسجله المخطِّط. لا يمكن استرجاعه.',
  },
})

const enStatuses: Record<LoadStatus, string> = {
  planning: 'Planning',
  planned: 'Planned',
  released: 'Ready',
  started: 'Under way',
  completed: 'Completed',
}
const deStatuses: Record<LoadStatus, string> = {
  planning: 'In Planung',
  planned: 'Geplant',
  released: 'Bereit',
  started: 'Unterwegs',
  completed: 'Abgeschlossen',
}
const arStatuses: Record<LoadStatus, string> = {
  planning: 'قيد التخطيط',
  planned: 'مخططة',
  released: 'جاهزة',
  started: 'في الطريق',
  completed: 'مكتملة',
}
const enOutcomes: Record<Kind, Record<OutcomeName, string>> = {
  delivery: { success: 'Delivered', partial: 'Partly delivered', failed: 'Not delivered' },
  collection: { success: 'Collected', partial: 'Partly collected', failed: 'Not collected' },
}
const deOutcomes: Record<Kind, Record<OutcomeName, string>> = {
  delivery: { success: 'Zugestellt', partial: 'Teilweise zugestellt', failed: 'Nicht zugestellt' },
  collection: { success: 'Abgeholt', partial: 'Teilweise abgeholt', failed: 'Nicht abgeholt' },
}
const arOutcomes: Record<Kind, Record<OutcomeName, string>> = {
  delivery: { success: 'تم التوصيل', partial: 'توصيل جزئي', failed: 'لم يتم التوصيل' },
  collection: { success: 'تم الاستلام', partial: 'استلام جزئي', failed: 'لم يتم الاستلام' },
}
const enMissing: Record<Missing, string> = {
  outcome: 'Choose what happened.',
  reason: 'Choose a reason.',
  parts: 'Choose what was handed over and what was not.',
  photos: 'Take the photos that are needed.',
  reasonPhoto: 'This reason needs a photo.',
  signature: 'A signature is needed.',
}
const deMissing: Record<Missing, string> = {
  outcome: 'Wählen Sie, was passiert ist.',
  reason: 'Wählen Sie einen Grund.',
  parts: 'Wählen Sie, was übergeben wurde und was nicht.',
  photos: 'Nehmen Sie die nötigen Fotos auf.',
  reasonPhoto: 'Dieser Grund braucht ein Foto.',
  signature: 'Eine Unterschrift ist nötig.',
}
const arMissing: Record<Missing, string> = {
  outcome: 'اختر ما حدث.',
  reason: 'اختر سببًا.',
  parts: 'اختر ما سُلِّم وما لم يُسلَّم.',
  photos: 'التقط الصور المطلوبة.',
  reasonPhoto: 'هذا السبب يحتاج صورة.',
  signature: 'التوقيع مطلوب.',
}
