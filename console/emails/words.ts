// Texts of the list of e-mails.

import { foreignAddressLimits } from '../../contract/notice.ts'
import { sharedTexts } from '../words/shared.ts'
import { createDictionary } from '../words/words.ts'

const { perOrder, perDeviceAndDay } = foreignAddressLimits

export const emailTexts = createDictionary({
  title: sharedTexts.emails,
  none: { en: 'No e-mails in this state', de: 'Keine E-Mails mit diesem Stand', ar: 'لا رسائل بهذه الحالة' },
  aboutHeld: {
    en:
      `A driver's device gave these addresses, and they are not the addresses of the orders. Dray sends ` +
      `${perOrder} such e-mails per order and ${perDeviceAndDay} per device in 24 hours. Send or discard the ` +
      'others here.',
    de:
      `Diese Adressen stammen vom Gerät eines Fahrers und sind nicht die der Aufträge. Dray sendet ${perOrder} ` +
      `solche E-Mails je Auftrag und ${perDeviceAndDay} je Gerät in 24 Stunden. Senden oder verwerfen Sie die ` +
      'übrigen hier.',
    ar:
      `أدخل جهاز سائق هذه العناوين، وهي ليست عناوين الطلبات. يرسل Dray ‏${perOrder} من هذه الرسائل لكل طلب ` +
      `و${perDeviceAndDay} لكل جهاز خلال 24 ساعة. أرسل البقية أو تجاهلها هنا.`,
  },
  more: {
    en: (count: number) => `The newest ${count} are shown.`,
    de: (count: number) => `Gezeigt werden die neuesten ${count}.`,
    ar: (count: number) => `تُعرض أحدث ${count} رسالة.`,
  },
})
