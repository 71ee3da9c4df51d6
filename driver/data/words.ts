// Texts of the driver app, short enough to read while walking.
import { appTexts } from '../../console/words/apps.ts'

import { createDictionary, formatCount } from '../../console/words/words.ts'
import type { LoadStatus } from '../../contract/load.ts'
import type { OutcomeName } from '../../contract/road.ts'
import { keptTexts } from './kept-words.ts'

type OrderType = 'delivery' | 'collection'
/** Missing parts of an outcome. */
export type MissingAnswer = 'outcome' | 'reason' | 'parts' | 'photos' | 'reasonPhoto' | 'signature'

export const driverTexts = createDictionary({
  ...appTexts,

  ...keptTexts,
  // Registration of the device.
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
    en: 'You are offline. Try again when you have a connection.',
    de: 'Sie sind offline. Versuchen Sie es noch einmal, sobald Sie eine Verbindung haben.',
    ar: 'أنت غير متصل. حاول مرة أخرى عند توفر الاتصال.',
  },
  needsHttps: {
    en: 'The app needs an address that starts with https. Ask your planner for the right link.',
    de: 'Die App braucht eine Adresse, die mit https beginnt. Bitten Sie Ihren Planer um den richtigen Link.',
    ar: 'يحتاج التطبيق إلى عنوان يبدأ بـ https. اطلب من المخطِّط الرابط الصحيح.',
  },
  waitsForEntry: {
    en: (count: number) =>
      `This phone stores ${formatCount('en', count, { one: 'record', other: 'records' })}. The app sends the records ` +
      'of registered drivers. Other records wait until their driver signs in again.',
    de: (count: number) =>
      `Auf diesem Telefon: ${formatCount('de', count, { one: 'Eintrag', other: 'Einträge' })} gespeichert. Die App ` +
      'sendet die Einträge registrierter Fahrer. Andere Einträge warten, bis ihr Fahrer sich wieder anmeldet.',
    ar: (count: number) =>
      `${formatCount('ar', count, { few: 'سجلات', other: 'سجل' })} على هذا الهاتف. يرسل التطبيق سجلات السائقين ` +
      'المسجَّلين. وتنتظر السجلات الأخرى حتى يسجّل سائقها الدخول من جديد.',
  },

  // Frame of every screen.
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
  readingDay: { en: 'Loading your day…', de: 'Ihr Tag wird geladen…', ar: 'جارٍ تحميل يومك…' },
  noLoads: {
    en: 'No routes yet. A route appears here when your planner releases it.',
    de: 'Noch keine Touren. Eine Tour erscheint hier, sobald Ihr Planer sie freigibt.',
    ar: 'لا توجد مسارات بعد. يظهر المسار هنا عندما يعتمده المخطِّط.',
  },
  statuses: {
    en: (status: LoadStatus) => enStatuses[status],
    de: (status: LoadStatus) => deStatuses[status],
    ar: (status: LoadStatus) => arStatuses[status],
  },
  progress: { en: 'Stops done', de: 'Erledigte Stopps', ar: 'المحطات المنجزة' },
  asOf: {
    en: (time: string) => `Last updated ${time}`,
    de: (time: string) => `Zuletzt aktualisiert ${time}`,
    ar: (time: string) => `آخر تحديث ${time}`,
  },
  signOutHow: {
    en: 'To sign in again, you need a new link or code from your planner.',
    de: 'Um sich wieder anzumelden, brauchen Sie einen neuen Link oder Code von Ihrem Planer.',
    ar: 'لتسجيل الدخول من جديد تحتاج إلى رابط أو رمز جديد من المخطِّط.',
  },
  noSignOut: {
    en: 'You can sign out once everything has been sent.',
    de: 'Sie können sich abmelden, sobald alles gesendet ist.',
    ar: 'يمكنك تسجيل الخروج بعد إرسال كل شيء.',
  },
  install: { en: 'Add to home screen', de: 'Zum Startbildschirm hinzufügen', ar: 'إضافة إلى الشاشة الرئيسية' },
  installWhy: {
    en: 'Put the app on your home screen. It opens faster, and the phone never deletes your records.',
    de: 'Legen Sie die App auf den Startbildschirm. Sie öffnet schneller, und das Telefon löscht keine Einträge.',
    ar: 'أضف التطبيق إلى الشاشة الرئيسية. يفتح أسرع، ولا يحذف الهاتف سجلاتك.',
  },
  installIos: {
    en:
      'Put the app on your home screen: tap Share, then “Add to Home Screen”. If the app then asks for a code, your ' +
      'planner gives you a new one.',
    de:
      'Legen Sie die App auf den Startbildschirm: Tippen Sie auf „Teilen“, dann auf „Zum Home-Bildschirm“. Verlangt ' +
      'die App danach einen Code, gibt Ihr Planer Ihnen einen neuen.',
    ar:
      'أضف التطبيق إلى الشاشة الرئيسية: اضغط «مشاركة» ثم «إضافة إلى الشاشة الرئيسية». إذا طلب التطبيق بعد ذلك رمزًا، ' +
      'فسيعطيك المخطِّط رمزًا جديدًا.',
  },

  // A load.
  loadGone: {
    en: 'Your list does not contain this route any more.',
    de: 'Diese Tour steht nicht mehr auf Ihrer Liste.',
    ar: 'لم يعد هذا المسار في قائمتك.',
  },
  startLoad: {
    en: 'Start route',
    de: 'Tour starten',
    ar: 'بدء المسار',
  },
  nextStop: {
    en: (position: number) => `Go to stop ${position}`,
    de: (position: number) => `Weiter zu Stopp ${position}`,
    ar: (position: number) => `إلى المحطة ${position}`,
  },
  completeLoad: {
    en: 'Complete route',
    de: 'Tour abschließen',
    ar: 'إنهاء المسار',
  },
  loadCompleted: {
    en: 'This route is completed.',
    de: 'Diese Tour ist abgeschlossen.',
    ar: 'اكتمل هذا المسار.',
  },
  allDone: { en: 'Every stop has an outcome.', de: 'Jeder Stopp hat ein Ergebnis.', ar: 'لكل محطة نتيجة.' },
  stillOpen: {
    en: (count: number) => `${formatCount('en', count, { one: 'stop is', other: 'stops are' })} still open:`,
    de: (count: number) => `${formatCount('de', count, { one: 'Stopp ist', other: 'Stopps sind' })} noch offen:`,
    ar: (count: number) => `ما زالت ${formatCount('ar', count, { few: 'محطات', other: 'محطة' })} مفتوحة:`,
  },
  notSentYet: { en: 'Not sent yet', de: 'Noch nicht gesendet', ar: 'لم تُرسَل بعد' },
  stopGone: {
    en: 'No longer yours',
    de: 'Nicht mehr Ihr Stopp',
    ar: 'لم تعد لك',
  },

  // A stop.
  stopNumber: {
    en: (position: number) => `Stop ${position}`,
    de: (position: number) => `Stopp ${position}`,
    ar: (position: number) => `المحطة ${position}`,
  },
  stopIsGone: {
    en: 'Your route does not contain this stop any more.',
    de: 'Dieser Stopp gehört nicht mehr zu Ihrer Tour.',
    ar: 'لم تعد هذه المحطة ضمن مسارك.',
  },
  goneButBegun: {
    en: 'Your planner moved this stop to another route. You can still save your outcome.',
    de: 'Ihr Planer hat diesen Stopp auf eine andere Tour gelegt. Sie können Ihr Ergebnis trotzdem speichern.',
    ar: 'نقل المخطِّط هذه المحطة إلى مسار آخر. ما زال بإمكانك حفظ نتيجتك.',
  },
  navigate: { en: 'Navigate', de: 'Navigieren', ar: 'الملاحة' },
  startFirst: {
    en: 'Start the route before the first stop.',
    de: 'Starten Sie die Tour vor dem ersten Stopp.',
    ar: 'ابدأ المسار قبل المحطة الأولى.',
  },
  arrived: { en: 'I have arrived', de: 'Angekommen', ar: 'وصلت' },
  arrivedAt: {
    en: (time: string) => `Arrived ${time}`,
    de: (time: string) => `Angekommen ${time}`,
    ar: (time: string) => `وصلت ${time}`,
  },
  elsewhere: {
    en: 'This order is on another route. Skip this stop.',
    de: 'Dieser Auftrag ist auf einer anderen Tour. Lassen Sie diesen Stopp aus.',
    ar: 'هذا الطلب ضمن مسار آخر. تجاوز هذه المحطة.',
  },
  goodsLeftOut: {
    en: 'The list of goods is too long for this screen. See the papers, or ask your planner.',
    de: 'Die Warenliste ist zu lang für diese Anzeige. Sehen Sie in die Papiere, oder fragen Sie Ihren Planer.',
    ar: 'قائمة البضائع أطول من أن تُعرض هنا. راجع المستندات أو اسأل المخطِّط.',
  },
  cancelledByPlanner: {
    en: 'Cancelled by your planner',
    de: 'Von Ihrem Planer storniert',
    ar: 'ألغاها المخطِّط',
  },
  recordedByPlanner: { en: 'Recorded by your planner', de: 'Von Ihrem Planer erfasst', ar: 'سجّلها المخطِّط' },
  correct: { en: 'Correct outcome', de: 'Ergebnis korrigieren', ar: 'تصحيح النتيجة' },
  correctHow: {
    en: 'Record the outcome again. The planner sees both outcomes; the new one counts.',
    de: 'Erfassen Sie das Ergebnis noch einmal. Der Planer sieht beide Ergebnisse; das neue zählt.',
    ar: 'سجّل النتيجة مرة أخرى. يرى المخطِّط النتيجتين، وتُحتسب الجديدة.',
  },
  noCorrection: { en: 'Keep the old outcome', de: 'Altes Ergebnis behalten', ar: 'الإبقاء على النتيجة السابقة' },

  // The outcome.
  recorded: {
    en: 'This outcome is recorded.',
    de: 'Dieses Ergebnis ist erfasst.',
    ar: 'سُجلت هذه النتيجة.',
  },
  outcomes: {
    en: (outcome: OutcomeName, orderType: OrderType) => enOutcomes[orderType][outcome],
    de: (outcome: OutcomeName, orderType: OrderType) => deOutcomes[orderType][outcome],
    ar: (outcome: OutcomeName, orderType: OrderType) => arOutcomes[orderType][outcome],
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
    en: (total: string) => `of ${total}`,
    de: (total: string) => `von ${total}`,
    ar: (total: string) => `من ${total}`,
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
    en: 'The app cannot load the scanner while you are offline. Type the codes.',
    de: 'Die App kann den Scanner offline nicht laden. Tippen Sie die Codes ein.',
    ar: 'لا يستطيع التطبيق تحميل الماسح دون اتصال. اكتب الرموز.',
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
    en: (code: string) => `${code} is not part of this order. The app records the code.`,
    de: (code: string) => `${code} gehört nicht zu diesem Auftrag. Die App hält den Code fest.`,
    ar: (code: string) => `⁨${code}⁩ ليس من هذا الطلب. يسجّل التطبيق الرمز.`,
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
    en: (count: number) => `${formatCount('en', count, { one: 'package was', other: 'packages were' })} not scanned:`,
    de: (count: number) =>
      `${formatCount('de', count, { one: 'Packstück wurde', other: 'Packstücke wurden' })} nicht gescannt:`,
    ar: (count: number) => `لم يُمسح ${formatCount('ar', count, { few: 'طرود', many: 'طردًا', other: 'طرد' })}:`,
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
    en: (count: number) => formatCount('en', count, { one: 'photo', other: 'photos' }),
    de: (count: number) => formatCount('de', count, { one: 'Foto', other: 'Fotos' }),
    ar: (count: number) => formatCount('ar', count, { few: 'صور', other: 'صورة' }),
  },
  unreadablePicture: {
    en: 'The app cannot read this photo. Take a new one with the camera.',
    de: 'Die App kann dieses Foto nicht lesen. Nehmen Sie mit der Kamera ein neues auf.',
    ar: 'لا يستطيع التطبيق قراءة هذه الصورة. التقط صورة جديدة بالكاميرا.',
  },
  photosFull: {
    en: 'This outcome already has the maximum number of photos.',
    de: 'Dieses Ergebnis hat bereits die maximale Anzahl an Fotos.',
    ar: 'بلغت هذه النتيجة الحد الأقصى لعدد الصور.',
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
    en: 'The app may not use the camera. Allow it in the settings of your phone.',
    de: 'Die App darf die Kamera nicht benutzen. Erlauben Sie es in den Einstellungen Ihres Telefons.',
    ar: 'لا يُسمح للتطبيق باستخدام الكاميرا. اسمح به في إعدادات هاتفك.',
  },
  notKept: {
    en: 'The phone is full and cannot store this. Free some space, then try again.',
    de: 'Das Telefon ist voll und kann das nicht speichern. Schaffen Sie Platz und versuchen Sie es noch einmal.',
    ar: 'الهاتف ممتلئ ولا يستطيع حفظ هذا. وفّر مساحة ثم حاول مرة أخرى.',
  },
  sign: { en: 'Sign', de: 'Unterschreiben', ar: 'توقيع' },
  signAgain: { en: 'Sign again', de: 'Neu unterschreiben', ar: 'إعادة التوقيع' },
  signHere: { en: 'Sign here with your finger', de: 'Hier mit dem Finger unterschreiben', ar: 'وقّع هنا بإصبعك' },
  clear: { en: 'Clear', de: 'Leeren', ar: 'محو' },
  contactName: { en: 'Name of the person', de: 'Name der Person', ar: 'اسم الشخص' },
  contactMet: {
    en: 'Person you spoke to',
    de: 'Gesprochen mit',
    ar: 'الشخص الذي تحدثت معه',
  },
  saved: { en: 'Saved on this phone.', de: 'Auf dem Telefon gesichert.', ar: 'حُفظ على هذا الهاتف.' },
  missing: {
    en: (answer: MissingAnswer) => enMissing[answer],
    de: (answer: MissingAnswer) => deMissing[answer],
    ar: (answer: MissingAnswer) => arMissing[answer],
  },

  // Unsent items.
  nothingWaits: {
    en: 'Everything has been sent.',
    de: 'Alles ist gesendet.',
    ar: 'أُرسل كل شيء.',
  },
  sendsItself: {
    en: 'You are offline. Your records are stored on this phone. The app sends them when you have a connection.',
    de:
      'Sie sind offline. Ihre Einträge sind auf diesem Telefon gespeichert. Die App sendet sie, sobald Sie eine ' +
      'Verbindung haben.',
    ar: 'أنت غير متصل. سجلاتك محفوظة على هذا الهاتف. يرسلها التطبيق عند توفر الاتصال.',
  },
  sendNow: { en: 'Send now', de: 'Jetzt senden', ar: 'إرسال الآن' },
  sending: { en: 'Sending…', de: 'Wird gesendet…', ar: 'جارٍ الإرسال…' },
  started: { en: 'started', de: 'gestartet', ar: 'بدأت' },
  completed: { en: 'completed', de: 'abgeschlossen', ar: 'اكتملت' },
  fileOf: {
    en: (key: string, kilobytes: number) => `${key}: photo, ${kilobytes} KB`,
    de: (key: string, kilobytes: number) => `${key}: Foto, ${kilobytes} KB`,
    ar: (key: string, kilobytes: number) => `⁨${key}⁩: صورة، ${kilobytes} كيلوبايت`,
  },
  ofDriver: {
    en: (key: string) => `of ${key}`,
    de: (key: string) => `von ${key}`,
    ar: (key: string) => `تخص ⁨${key}⁩`,
  },
  needsPlanner: {
    en: 'Call your planner',
    de: 'Rufen Sie Ihren Planer an',
    ar: 'اتصل بالمخطِّط',
  },
  needsPlannerHow: {
    en: 'The server rejected this record. It stays on your phone. Show it to your planner.',
    de: 'Der Server hat diesen Eintrag abgelehnt. Er bleibt auf Ihrem Telefon. Zeigen Sie ihn Ihrem Planer.',
    ar: 'رفض الخادم هذا السجل. يبقى على هاتفك. اعرضه على المخطِّط.',
  },
  loadTakenBack: {
    en:
      'Your planner withdrew this route, perhaps to change it. Call your planner before you drive. When the route ' +
      'is ready again, tap Try again.',
    de:
      'Ihr Planer hat diese Tour zurückgezogen, vielleicht um sie zu ändern. Rufen Sie ihn an, bevor Sie fahren. ' +
      'Sobald sie wieder bereit ist, tippen Sie auf „Noch einmal versuchen“.',
    ar: 'سحب المخطِّط هذا المسار، ربما لتعديله. اتصل به قبل أن تنطلق. عندما يصبح جاهزًا من جديد، اضغط «حاول مرة أخرى».',
  },
  loadNotYours: {
    en: 'This route belongs to another driver now, or was deleted. Ask your planner.',
    de: 'Diese Tour gehört jetzt einem anderen Fahrer oder wurde gelöscht. Fragen Sie Ihren Planer.',
    ar: 'أصبح هذا المسار لسائق آخر أو حُذف. اسأل المخطِّط.',
  },
  removeHow: {
    en: 'Remove it only when your planner has recorded it. You cannot restore it.',
    de: 'Entfernen Sie es erst, wenn Ihr Planer es erfasst hat. Es lässt sich nicht wiederherstellen.',
    ar: 'لا تُزله إلا بعد أن يسجله المخطِّط. لا يمكن استعادته.',
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
  planned: 'مخطط',
  released: 'جاهز',
  started: 'في الطريق',
  completed: 'مكتمل',
}
const enOutcomes: Record<OrderType, Record<OutcomeName, string>> = {
  delivery: { success: 'Delivered', partial: 'Partly delivered', failed: 'Not delivered' },
  collection: { success: 'Collected', partial: 'Partly collected', failed: 'Not collected' },
}
const deOutcomes: Record<OrderType, Record<OutcomeName, string>> = {
  delivery: { success: 'Zugestellt', partial: 'Teilweise zugestellt', failed: 'Nicht zugestellt' },
  collection: { success: 'Abgeholt', partial: 'Teilweise abgeholt', failed: 'Nicht abgeholt' },
}
const arOutcomes: Record<OrderType, Record<OutcomeName, string>> = {
  delivery: { success: 'تم التوصيل', partial: 'توصيل جزئي', failed: 'لم يتم التوصيل' },
  collection: { success: 'تم الاستلام', partial: 'استلام جزئي', failed: 'لم يتم الاستلام' },
}
const enMissing: Record<MissingAnswer, string> = {
  outcome: 'Choose what happened.',
  reason: 'Choose a reason.',
  parts: 'Choose what was handed over and what was not.',
  photos: 'Take the photos that are needed.',
  reasonPhoto: 'This reason needs a photo.',
  signature: 'A signature is needed.',
}
const deMissing: Record<MissingAnswer, string> = {
  outcome: 'Wählen Sie, was passiert ist.',
  reason: 'Wählen Sie einen Grund.',
  parts: 'Wählen Sie, was übergeben wurde und was nicht.',
  photos: 'Nehmen Sie die nötigen Fotos auf.',
  reasonPhoto: 'Dieser Grund braucht ein Foto.',
  signature: 'Eine Unterschrift ist nötig.',
}
const arMissing: Record<MissingAnswer, string> = {
  outcome: 'اختر ما حدث.',
  reason: 'اختر سببًا.',
  parts: 'اختر ما سُلِّم وما لم يُسلَّم.',
  photos: 'التقط الصور المطلوبة.',
  reasonPhoto: 'هذا السبب يحتاج صورة.',
  signature: 'التوقيع مطلوب.',
}
