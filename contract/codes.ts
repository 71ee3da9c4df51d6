// Country codes of ISO 3166-1 alpha-2, with other codes that carriers use, and currency codes of ISO 4217.

export const countryCodes: ReadonlySet<string> = new Set(
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ
  CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR
  GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP
  KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT
  MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW
  SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ
  UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
  AC CP DG EA IC TA XI XK`.split(/\s+/),
)
// The last line has codes that customs and carriers use for places without an official code. The standard reserves the
// codes of Ascension, Clipperton, Diego Garcia, Ceuta and Melilla, the Canary Islands and Tristan da Cunha. It allows
// everyone to define the codes of Northern Ireland and Kosovo.

/** Country codes that clients send by mistake, with the right codes. */
export const countryMistakes: Readonly<Record<string, string>> = {
  UK: 'Great Britain is `GB`',
  EN: 'Great Britain is `GB`',
  EL: 'Greece is `GR`',
  KV: 'Kosovo is `XK`',
  KO: 'Kosovo is `XK`',
  XB: 'Bonaire is `BQ`',
  XC: 'Curaçao is `CW`',
  XE: 'Sint Eustatius is `BQ`',
  XM: 'Sint Maarten is `SX`',
  XN: 'Nevis is `KN`',
  XS: 'Somaliland is `SO`',
  XY: 'Saint Barthélemy is `BL`',
  AN: 'the Netherlands Antilles are now `CW`, `SX` and `BQ`',
  CS: 'Serbia is `RS`, Montenegro `ME`, Czechia `CZ`',
  YU: 'Serbia is `RS`, Montenegro `ME`',
  TP: 'Timor-Leste is `TL`',
  ZR: 'the Congo is `CD`',
}

/** Current currency codes, and withdrawn codes that orders still contain: ANG BGN CUC HRK SLL ZWL. */
export const currencyCodes: ReadonlySet<string> = new Set(
  `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF
  CHE CHF CHW CLF CLP CNY COP COU CRC CUC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD
  GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP
  LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN
  PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SLL SOS SRD SSP STN SVC SYP SZL THB TJS
  TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAD XAF XAG XAU XBA XBB XBC XBD
  XCD XCG XDR XOF XPD XPF XPT XSU XTS XUA XXX YER ZAR ZMW ZWG ZWL`.split(/\s+/),
)
