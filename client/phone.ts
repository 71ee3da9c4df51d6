// Reads phone numbers with a dialling code, or as dialled within a country.

const byCountry = new Map(
  (
    'AC247 AD376 AE971 AF93 AG1 AI1 AL355 AM374 AO244 AR54 AS1 AT43 AU61 AW297 AX358 AZ994 BA387 BB1 BD880 BE32 ' +
    'BF226 BG359 BH973 BI257 BJ229 BL590 BM1 BN673 BO591 BQ599 BR55 BS1 BT975 BW267 BY375 BZ501 CA1 CC61 CD243 ' +
    'CF236 CG242 CH41 CI225 CK682 CL56 CM237 CN86 CO57 CR506 CU53 CV238 CW599 CX61 CY357 CZ420 DE49 DJ253 DK45 DM1 ' +
    'DO1 DZ213 EC593 EE372 EG20 EH212 ER291 ES34 ET251 FI358 FJ679 FK500 FM691 FO298 FR33 GA241 GB44 GD1 GE995 ' +
    'GF594 GG44 GH233 GI350 GL299 GM220 GN224 GP590 GQ240 GR30 GT502 GU1 GW245 GY592 HK852 HN504 HR385 HT509 HU36 ' +
    'ID62 IE353 IL972 IM44 IN91 IO246 IQ964 IR98 IS354 IT39 JE44 JM1 JO962 JP81 KE254 KG996 KH855 KI686 KM269 KN1 ' +
    'KP850 KR82 KW965 KY1 KZ7 LA856 LB961 LC1 LI423 LK94 LR231 LS266 LT370 LU352 LV371 LY218 MA212 MC377 MD373 ' +
    'ME382 MF590 MG261 MH692 MK389 ML223 MM95 MN976 MO853 MP1 MQ596 MR222 MS1 MT356 MU230 MV960 MW265 MX52 MY60 ' +
    'MZ258 NA264 NC687 NE227 NF672 NG234 NI505 NL31 NO47 NP977 NR674 NU683 NZ64 OM968 PA507 PE51 PF689 PG675 PH63 ' +
    'PK92 PL48 PM508 PR1 PS970 PT351 PW680 PY595 QA974 RE262 RO40 RS381 RU7 RW250 SA966 SB677 SC248 SD249 SE46 ' +
    'SG65 SH290 SI386 SJ47 SK421 SL232 SM378 SN221 SO252 SR597 SS211 ST239 SV503 SX1 SY963 SZ268 TC1 TD235 TG228 ' +
    'TH66 TJ992 TK690 TL670 TM993 TN216 TO676 TR90 TT1 TV688 TW886 TZ255 UA380 UG256 US1 UY598 UZ998 VA39 VC1 VE58 ' +
    'VG1 VI1 VN84 VU678 WF681 WS685 XK383 YE967 YT262 ZA27 ZM260 ZW263'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), entry.slice(2)]),
)
/** Dialling codes, longest first. */
const codes = [...new Set(byCountry.values())].toSorted((a, b) => b.length - a.length)

/**
 * Prefix that people dial before a number within the country, where it is not `0`. Numbers with the dialling code 1
 * have the prefix `1` or none. Countries in `withoutTrunk` have no prefix: a leading zero is part of the number.
 */
const trunks: Record<string, string> = { HU: '06', RU: '8', KZ: '8', BY: '80' }
const withoutTrunk = new Set(['IT', 'SM', 'VA', 'BJ', 'CI', 'GA', 'CG'])
const codesWithZero = new Set([...withoutTrunk].map((name) => byCountry.get(name)))

export interface PhoneParts {
  countryCode?: string
  localNumber: string
}

/** Matches a label before a number, and the apostrophe that keeps a leading zero in spreadsheets. Both are ignored. */
const label = /^'?(?:(?:tel|telefon|telephone|phone|fon|mob|mobil|mobile|handy|cell)\b[.:]{0,2}[\p{Zs}\t]*)?/iu
const oneNumber = /^\(?\+?[\d\p{Zs}\t()./\p{Pd}\u2212]*$/u
/** Maximum number of digits of a number with its dialling code, by ITU-T E.164. */
const digitsMax = 15
/** Maximum number of digits of an area code, without the leading zero. */
const areaDigitsMax = 5

/**
 * Reads a phone number. If dialling code and country are unknown, the number stays as it is written. Returns undefined
 * if the text is not exactly one number.
 */
export function parsePhone(text: string, country: string | undefined): PhoneParts | undefined {
  // Contact lists put invisible characters around numbers, which set the reading direction.
  const plain = text
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(label, '')
  if (!oneNumber.test(plain) || !/\d/.test(plain) || isTwo(plain, country)) return undefined
  const phoneParts = partsOf(plain, country)
  return (phoneParts.countryCode ?? '').length + phoneParts.localNumber.length > digitsMax ? undefined : phoneParts
}

/**
 * Returns whether a slash separates two numbers. The slash belongs to one number if the part before it is a dialling
 * code or short enough for an area code, and no second area code follows.
 */
function isTwo(plain: string, country: string | undefined): boolean {
  const slash = plain.indexOf('/')
  if (slash < 0) return false
  const first = plain.slice(0, slash)
  const digits = first.replace(/\D/g, '')
  if (codes.includes(first.includes('+') ? digits : digits.replace(/^00/, ''))) return false
  const area = partsOf(first, country).localNumber.replace(/^0/, '')
  return area.length > areaDigitsMax || /^0\d{7}/.test(plain.slice(slash).replace(/\D/g, ''))
}

function partsOf(text: string, country: string | undefined): PhoneParts {
  const digits = text.replace(/\D/g, '')
  const name = country?.toUpperCase() ?? ''
  const countryCode = byCountry.get(name)
  const abroad = countryCode === '1' && digits.startsWith('011') ? '011' : '00'
  const international = text.includes('+')
    ? digits
    : digits.startsWith(abroad)
      ? digits.slice(abroad.length)
      : undefined
  const code = international && codes.find((prefix) => international.startsWith(prefix) && international !== prefix)
  if (international !== undefined && code) {
    const local = international.slice(code.length)
    return { countryCode: code, localNumber: codesWithZero.has(code) ? local : local.replace(/^0(?=\d)/, '') }
  }
  if (countryCode === undefined || international !== undefined) return { localNumber: digits }
  const trunk = trunks[name] ?? (countryCode === '1' ? (digits.length === 11 ? '1' : '') : '0')
  const isTrunk = !withoutTrunk.has(name) && trunk !== '' && digits.startsWith(trunk) && digits !== trunk
  return { countryCode, localNumber: isTrunk ? digits.slice(trunk.length) : digits }
}
