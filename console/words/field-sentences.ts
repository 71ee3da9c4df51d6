// The sentences of errors that concern a field, by code and variant, in three languages.
import { codeSentences, type LocalisedSentence } from './error-codes.ts'
import { available, emptyEnvironment, joinSentences, nearest, type Sentences } from './sentences.ts'

/** Returns the sentences for a key that does not exist, with and without suggestions. */
const unknownKey = (key: LocalisedSentence) => ({
  key,
  'key nearest': joinSentences(key, nearest),
  'available key': joinSentences(key, available),
  'reason=none key': joinSentences(key, emptyEnvironment),
})

const unknownName: LocalisedSentence = {
  en: '{name} is not recognised.',
  de: '„{name}“ ist hier nicht bekannt.',
  ar: '«{name}» غير معروف هنا.',
}
const timeZone: LocalisedSentence = {
  en: '{value} is not an IANA time zone.',
  de: '„{value}“ ist keine Zeitzone.',
  ar: '«{value}» ليست منطقة زمنية.',
}

const fromDepot: LocalisedSentence = {
  en: 'A delivery from depot {depotKey} needs a route that starts there, but the route starts at no depot.',
  de: 'Eine Lieferung aus dem Depot „{depotKey}“ braucht eine Tour, die dort beginnt; diese beginnt in keinem Depot.',
  ar: 'يحتاج التوصيل من المستودع «{depotKey}» إلى مسار يبدأ منه، وهذا لا يبدأ من أي مستودع.',
}
const fromWrongDepot: LocalisedSentence = {
  en: 'A delivery from depot {depotKey} needs a route that starts there, but the route starts at {loadDepotKey}.',
  de:
    'Eine Lieferung aus dem Depot „{depotKey}“ braucht eine Tour, die dort beginnt; ' +
    'diese beginnt in „{loadDepotKey}“.',
  ar: 'يحتاج التوصيل من المستودع «{depotKey}» إلى مسار يبدأ منه، وهذا يبدأ من «{loadDepotKey}».',
}
const toDepot: LocalisedSentence = {
  en: 'A collection to depot {depotKey} needs a route that ends there, but the route ends at no depot.',
  de: 'Eine Abholung für das Depot „{depotKey}“ braucht eine Tour, die dort endet; diese endet in keinem Depot.',
  ar: 'يحتاج الاستلام إلى المستودع «{depotKey}» إلى مسار ينتهي فيه، وهذا لا ينتهي في أي مستودع.',
}
const toWrongDepot: LocalisedSentence = {
  en: 'A collection to depot {depotKey} needs a route that ends there, but the route ends at {loadDepotKey}.',
  de: 'Eine Abholung für das Depot „{depotKey}“ braucht eine Tour, die dort endet; diese endet in „{loadDepotKey}“.',
  ar: 'يحتاج الاستلام إلى المستودع «{depotKey}» إلى مسار ينتهي فيه، وهذا ينتهي في «{loadDepotKey}».',
}
const startHere: LocalisedSentence = {
  en: 'Choose a route that starts at {depotKey}, or one without depots.',
  de: 'Wählen Sie eine Tour, die in „{depotKey}“ beginnt, oder eine ohne Depots.',
  ar: 'اختر مسارًا يبدأ من «{depotKey}»، أو مسارًا بلا مستودعات.',
}
const endHere: LocalisedSentence = {
  en: 'Choose a route that ends at {depotKey}, or one without depots.',
  de: 'Wählen Sie eine Tour, die in „{depotKey}“ endet, oder eine ohne Depots.',
  ar: 'اختر مسارًا ينتهي في «{depotKey}»، أو مسارًا بلا مستودعات.',
}
const theOrder: LocalisedSentence = {
  en: 'Order {consignmentKey}',
  de: 'Auftrag „{consignmentKey}“',
  ar: 'الطلب «{consignmentKey}»',
}

/** Returns the sentences for a record that changed since the proposal, or that no longer exists. */
const ofRecord = (write: (english: string, german: string, arabic: string) => LocalisedSentence) => ({
  'kind=order key': write('The order {key}', 'Der Auftrag „{key}“', 'الطلب «{key}»'),
  'kind=load key': write('The route {key}', 'Die Tour „{key}“', 'المسار «{key}»'),
  'kind=vehicle key': write('The vehicle {key}', 'Das Fahrzeug „{key}“', 'المركبة «{key}»'),
  'kind=driver key': write('The driver {key}', 'Der Fahrer „{key}“', 'السائق «{key}»'),
  'kind=depot key': write('The depot {key}', 'Das Depot „{key}“', 'المستودع «{key}»'),
})

export const fieldSentences = {
  changed: {
    ...ofRecord((english, german, arabic) => ({
      en: `${english} has changed.`,
      de: `${german} hat sich geändert.`,
      ar: `${arabic}: حدث تغيير.`,
    })),
    'kind=vehicle key loadKey': {
      en: 'The vehicle {key} now has the route {loadKey}.',
      de: 'Das Fahrzeug „{key}“ hat jetzt die Tour „{loadKey}“.',
      ar: 'للمركبة «{key}» الآن المسار «{loadKey}».',
    },
  },
  gone: ofRecord((english, german, arabic) => ({
    en: `${english} no longer exists.`,
    de: `${german} ist nicht mehr vorhanden.`,
    ar: `${arabic}: تم الحذف.`,
  })),
  too_short: {
    min: {
      en: 'Must have at least {min|character|characters}.',
      de: 'Mindestens {min} Zeichen.',
      ar: 'لا يقل عن {min} من الأحرف.',
    },
    'reason=empty min': codeSentences.too_short,
  },
  too_long: {
    maxBytes: {
      en: 'Must not be longer than {maxBytes}.',
      de: 'Höchstens {maxBytes} lang.',
      ar: 'لا يزيد على {maxBytes}.',
    },
    max: {
      en: 'Must not be longer than {max|character|characters}.',
      de: 'Höchstens {max} Zeichen.',
      ar: 'لا يزيد على {max} من الأحرف.',
    },
  },
  too_few: {
    min: {
      en: 'Must have at least {min|element|elements}.',
      de: 'Mindestens {min|Eintrag|Einträge}.',
      ar: 'لا يقل العدد عن {min}.',
    },
  },
  too_many: {
    max: {
      en: 'Must not have more than {max|element|elements}.',
      de: 'Höchstens {max|Eintrag|Einträge}.',
      ar: 'لا يزيد العدد على {max}.',
    },
  },
  out_of_range: {
    timezone: {
      en: 'In the time zone {timezone}, this is outside the possible years.',
      de: 'In der Zeitzone {timezone} liegt das außerhalb der möglichen Jahre.',
      ar: 'في المنطقة الزمنية {timezone} يقع ذلك خارج السنوات الممكنة.',
    },
    'reason=clock days seconds': {
      en: 'Is more than {seconds} seconds in the future, or more than {days} days ago.',
      de: 'Liegt mehr als {seconds} Sekunden in der Zukunft oder mehr als {days} Tage zurück.',
      ar: 'بعد أكثر من {seconds} ثانية، أو قبل أكثر من {days} يومًا.',
    },
    min: { en: 'Must be at least {min}.', de: 'Mindestens {min}.', ar: 'لا يقل عن {min}.' },
    'reason=negative min': { en: 'Cannot be negative.', de: 'Darf nicht negativ sein.', ar: 'لا يمكن أن يكون سالبًا.' },
    max: { en: 'Must be at most {max}.', de: 'Höchstens {max}.', ar: 'لا يزيد على {max}.' },
    moreThan: { en: 'Must be more than {moreThan}.', de: 'Mehr als {moreThan}.', ar: 'أكثر من {moreThan}.' },
  },
  type: {
    'expected=string': { en: 'Must be a text.', de: 'Muss ein Text sein.', ar: 'يجب أن يكون نصًا.' },
    'expected=number': { en: 'Must be a number.', de: 'Muss eine Zahl sein.', ar: 'يجب أن يكون رقمًا.' },
    'expected=integer': {
      en: 'Must be a whole number.',
      de: 'Muss eine ganze Zahl sein.',
      ar: 'يجب أن يكون عددًا صحيحًا.',
    },
    'expected=boolean': { en: 'Must be yes or no.', de: 'Muss Ja oder Nein sein.', ar: 'يجب أن يكون نعم أو لا.' },
    'expected=object': { en: 'Must be an object.', de: 'Muss ein Objekt sein.', ar: 'يجب أن يكون كائنًا.' },
    'expected=array': { en: 'Must be a list.', de: 'Muss eine Liste sein.', ar: 'يجب أن تكون قائمة.' },
  },
  not_allowed: {
    'reason=mode mode': {
      en: 'Does not apply to this kind of search.',
      de: 'Gilt nicht für diese Art von Suche.',
      ar: 'لا ينطبق على هذا النوع من البحث.',
    },
    'reason=inactive key': { en: '{key} is not active.', de: '„{key}“ ist nicht aktiv.', ar: '«{key}» غير نشط.' },
    'reason=signature outcome': {
      en: 'This outcome has no signature.',
      de: 'Dieses Ergebnis hat keine Unterschrift.',
      ar: 'ليس لهذه النتيجة توقيع.',
    },
    'reason=not_sorted name': {
      en: 'Lists cannot be sorted by {name}: mark the field as sorted in the settings.',
      de:
        'Listen lassen sich nicht nach „{name}“ sortieren. ' +
        'Markieren Sie das Feld in den Einstellungen als sortierbar.',
      ar: 'لا يمكن ترتيب القوائم حسب «{name}». فعّل الترتيب لهذا الحقل في الإعدادات.',
    },
    name: unknownName,
    'name nearest': joinSentences(unknownName, nearest),
    'available name': joinSentences(unknownName, available),
    'reason=none name': joinSentences(unknownName, emptyEnvironment),
    allowed: { en: 'Must be one of {allowed}.', de: 'Erlaubt sind: {allowed}.', ar: 'القيم المسموح بها: {allowed}.' },
    'reason=outcome': {
      en: 'The order has an outcome by now. Open it and choose “Correct”.',
      de: 'Der Auftrag hat inzwischen ein Ergebnis. Öffnen Sie ihn und wählen Sie „Berichtigen“.',
      ar: 'للطلب نتيجة الآن. افتحه واختر «تصحيح».',
    },
  },
  format: {
    'expected=email': {
      en: 'Must be an e-mail address such as name@example.com.',
      de: 'Keine gültige E-Mail-Adresse.',
      ar: 'عنوان البريد الإلكتروني غير صالح.',
    },
    'expected=digits': { en: 'Must be digits only.', de: 'Nur Ziffern.', ar: 'أرقام فقط.' },
    'expected=dialling_code': {
      en: 'Must be the digits of a dialling code, with or without a leading +.',
      de: 'Nur die Ziffern einer Vorwahl, mit oder ohne „+“ davor.',
      ar: 'أرقام رمز الاتصال فقط، مع «+» في البداية أو بدونها.',
    },
    'expected=time_of_day': {
      en: 'Must be a time of day such as 08:30.',
      de: 'Keine Uhrzeit, wie zum Beispiel 08:30.',
      ar: 'يجب أن يكون وقتًا مثل 08:30.',
    },
    'expected=date_time': {
      en: 'Must be an existing date and time.',
      de: 'Muss ein Datum mit Uhrzeit sein, das es gibt.',
      ar: 'يجب أن يكون تاريخًا ووقتًا صحيحين.',
    },
    'expected=day': {
      en: 'Must be an existing day.',
      de: 'Muss ein Tag sein, den es gibt.',
      ar: 'يجب أن يكون يومًا صحيحًا.',
    },
    'expected=country value': {
      en: '{value} is not a two-letter ISO 3166-1 code such as GB.',
      de: '„{value}“ ist kein Land, wie es zwei Buchstaben nennen, zum Beispiel DE.',
      ar: '«{value}» ليس رمز بلد من حرفين، مثل DE.',
    },
    'expected=country nearest value': {
      en: '{value} is not an ISO 3166 code; the nearest one is {nearest}.',
      de: '„{value}“ ist kein Land nach ISO 3166, sondern wohl „{nearest}“.',
      ar: '«{value}» ليس رمز بلد وفق ISO 3166. الأقرب: {nearest}.',
    },
    'expected=currency value': {
      en: '{value} is not an ISO 4217 currency code such as EUR.',
      de: '„{value}“ ist keine Währung, wie zum Beispiel EUR.',
      ar: '«{value}» ليس رمز عملة، مثل EUR.',
    },
    'expected=time_zone value': joinSentences(timeZone, {
      en: 'Use a name such as Europe/London.',
      de: 'Verwenden Sie einen Namen wie Europe/London.',
      ar: 'استخدم اسمًا مثل Europe/London.',
    }),
    'expected=time_zone nearest value': joinSentences(timeZone, nearest),
    'expected=number value': {
      en: '{value} cannot be read as a number.',
      de: '„{value}“ ist keine Zahl.',
      ar: '«{value}» ليس رقمًا.',
    },
    'expected=date value': {
      en: '{value} cannot be read as a date.',
      de: '„{value}“ ist kein Datum.',
      ar: '«{value}» ليس تاريخًا.',
    },
    'expected=time value': {
      en: '{value} cannot be read as a time such as 08:30, or as a date.',
      de: '„{value}“ ist weder eine Uhrzeit wie 08:30 noch ein Datum.',
      ar: '«{value}» ليس وقتًا مثل 08:30 ولا تاريخًا.',
    },
    'expected=phone value': {
      en: '{value} cannot be read as one phone number.',
      de: '„{value}“ ist nicht eine einzelne Telefonnummer.',
      ar: '«{value}» ليس رقم هاتف واحدًا.',
    },
    'expected=coordinates value': {
      en: '{value} cannot be read as a latitude up to 90 and a longitude up to 180.',
      de: '„{value}“ ist kein Breitengrad bis 90 mit einem Längengrad bis 180.',
      ar: '«{value}» ليس خط عرض حتى 90 وخط طول حتى 180.',
    },
    'expected=boolean value': {
      en: '{value} cannot be read as yes or no.',
      de: '„{value}“ heißt weder ja noch nein.',
      ar: '«{value}» لا يعني نعم ولا لا.',
    },
    'expected=list value': {
      en: '{value} cannot be read as a JSON list.',
      de: '„{value}“ ist keine Liste in JSON.',
      ar: '«{value}» ليس قائمة JSON.',
    },
    'reason=time_in_day value': {
      en: '{value} has a time, and this column takes a day.',
      de: '„{value}“ hat eine Uhrzeit. In diese Spalte gehört nur ein Tag.',
      ar: '«{value}» فيه وقت. هذا العمود لليوم فقط.',
    },
    'reason=time_beside_window value': {
      en: '{value} has a time, and this column takes a day: put times into the columns of the time window.',
      de: '„{value}“ hat eine Uhrzeit. In diese Spalte gehört nur ein Tag, Uhrzeiten in die Spalten des Zeitfensters.',
      ar: '«{value}» فيه وقت. هذا العمود لليوم فقط، والأوقات في عمودي النافذة الزمنية.',
    },
    'reason=spreadsheet_error value': {
      en: '{value} is an error of the spreadsheet: correct the formula, or empty the cell.',
      de: '„{value}“ ist ein Fehler der Tabelle. Korrigieren Sie die Formel, oder leeren Sie die Zelle.',
      ar: '«{value}» خطأ في الجدول. صحّح الصيغة أو أفرغ الخلية.',
    },
    'reason=decimal_sign value': {
      en: '{value} can be read in two ways: choose the decimal sign.',
      de: '„{value}“ lässt sich auf zwei Arten lesen: Wählen Sie das Dezimalzeichen.',
      ar: 'يمكن قراءة «{value}» بطريقتين: اختر الفاصلة العشرية.',
    },
    'reason=day_or_month value': {
      en: '{value} can be read in two ways: choose whether the day or the month is first.',
      de: '„{value}“ lässt sich auf zwei Arten lesen: Wählen Sie, ob Tag oder Monat zuerst kommt.',
      ar: 'يمكن قراءة «{value}» بطريقتين: اختر أيهما أولًا، اليوم أم الشهر.',
    },
    'reason=not_calculated': {
      en: 'The cell has a formula that was never calculated: open the file in a spreadsheet and save it.',
      de:
        'Die Formel der Zelle wurde nie berechnet. Öffnen Sie die Datei in einer Tabellenkalkulation, ' +
        'und speichern Sie sie.',
      ar: 'لم تُحسب صيغة الخلية قط. افتح الملف في برنامج جداول واحفظه.',
    },
    'reason=date_missing': { en: 'The date is missing.', de: 'Das Datum fehlt.', ar: 'التاريخ مفقود.' },
  },
  surplus: {
    cells: {
      en: 'The row has cells without a header: {cells}.',
      de: 'Die Zeile hat Zellen, über denen keine Überschrift steht: {cells}.',
      ar: 'في الصف خلايا بلا عنوان فوقها: {cells}.',
    },
  },
  order: {
    notAfter: {
      en: 'Must not be after {notAfter}.',
      de: 'Darf nicht nach „{notAfter}“ liegen.',
      ar: 'لا يمكن أن يكون بعد «{notAfter}».',
    },
    'reason=window notAfter': {
      en: 'Must not be after {notAfter}.',
      de: 'Das Zeitfenster endet, bevor es beginnt.',
      ar: 'تنتهي النافذة الزمنية قبل أن تبدأ.',
    },
  },
  wrong: {
    'reason=passkey': { en: 'The passkey is wrong.', de: 'Der Passkey ist falsch.', ar: 'مفتاح المرور خاطئ.' },
    'reason=password': { en: 'The password is wrong.', de: 'Das Passwort ist falsch.', ar: 'كلمة المرور خاطئة.' },
    'reason=code': { en: 'The code is wrong.', de: 'Der Code ist falsch.', ar: 'الرمز خاطئ.' },
  },
  scope: {
    scope: {
      en: 'You do not have {scope} yourself.',
      de: '„{scope}“ haben Sie selbst nicht.',
      ar: 'لا تملك أنت «{scope}».',
    },
  },
  unknown: {
    name: unknownName,
    'name nearest': joinSentences(unknownName, nearest),
    'available name': joinSentences(unknownName, available),
    'reason=none name': joinSentences(unknownName, emptyEnvironment),
  },
  unknown_reason: unknownKey({
    en: 'The reason {key} does not exist.',
    de: 'Den Grund „{key}“ gibt es nicht.',
    ar: 'لا يوجد سبب «{key}».',
  }),
  key_exists: {
    key: {
      en: 'This key is already taken: change the existing record, or choose another key.',
      de: 'Den Schlüssel „{key}“ gibt es schon.',
      ar: 'المفتاح «{key}» مستخدم من قبل.',
    },
  },
  unknown_depot: unknownKey({
    en: 'The depot {key} does not exist.',
    de: 'Das Depot „{key}“ gibt es nicht.',
    ar: 'لا يوجد مستودع «{key}».',
  }),
  unknown_vehicle: unknownKey({
    en: 'The vehicle {key} does not exist.',
    de: 'Das Fahrzeug „{key}“ gibt es nicht.',
    ar: 'لا توجد مركبة «{key}».',
  }),
  unknown_driver: unknownKey({
    en: 'The driver {key} does not exist.',
    de: 'Den Fahrer „{key}“ gibt es nicht.',
    ar: 'لا يوجد سائق «{key}».',
  }),
  unknown_channel: unknownKey({
    en: 'The channel {key} does not exist.',
    de: 'Den Kanal „{key}“ gibt es nicht.',
    ar: 'لا توجد قناة «{key}».',
  }),
  unknown_area: unknownKey({
    en: 'The area {key} does not exist.',
    de: 'Das Gebiet „{key}“ gibt es nicht.',
    ar: 'لا توجد منطقة «{key}».',
  }),
  unknown_load: {
    key: { en: 'The route {key} does not exist.', de: 'Die Tour „{key}“ gibt es nicht.', ar: 'لا يوجد مسار «{key}».' },
  },
  unknown_consignment: {
    key: {
      en: 'The order {key} does not exist.',
      de: 'Den Auftrag „{key}“ gibt es nicht.',
      ar: 'لا يوجد طلب «{key}».',
    },
  },
  unknown_package: {
    key: {
      en: 'The order has no package {key}.',
      de: 'Das Packstück „{key}“ gehört nicht zum Auftrag.',
      ar: 'الطرد «{key}» ليس من الطلب.',
    },
  },
  unknown_product_line: {
    key: {
      en: 'The order has no product line {key}.',
      de: 'Die Position „{key}“ gehört nicht zum Auftrag.',
      ar: 'بند المنتج «{key}» ليس من الطلب.',
    },
  },
  depot_rule: {
    'type=delivery depotKey': joinSentences(fromDepot, startHere),
    'type=delivery depotKey loadDepotKey': joinSentences(fromWrongDepot, startHere),
    'type=collection depotKey': joinSentences(toDepot, endHere),
    'type=collection depotKey loadDepotKey': joinSentences(toWrongDepot, endHere),
    'type=delivery consignmentKey depotKey': joinSentences(theOrder, joinSentences(fromDepot, startHere), ': '),
    'type=delivery consignmentKey depotKey loadDepotKey': joinSentences(
      theOrder,
      joinSentences(fromWrongDepot, startHere),
      ': ',
    ),
    'type=collection consignmentKey depotKey': joinSentences(theOrder, joinSentences(toDepot, endHere), ': '),
    'type=collection consignmentKey depotKey loadDepotKey': joinSentences(
      theOrder,
      joinSentences(toWrongDepot, endHere),
      ': ',
    ),
  },
  load_state: {
    'loadId status': {
      en: 'The order is in the route {loadId}, which is {status}, so it cannot leave it.',
      de: 'Der Auftrag ist in der Tour „{loadId}“ und kann sie nicht mehr verlassen.',
      ar: 'الطلب ضمن المسار «{loadId}» ولا يمكنه مغادرته.',
    },
    status: { ...codeSentences.load_state, en: 'The route is {status}: this cannot be changed.' },
    'status wanted': { ...codeSentences.load_state, en: 'A route that is {status} cannot become {wanted}.' },
  },
} satisfies Partial<Sentences>
