// Notices: the letters about orders, what became of each, and how one would read.
import { endpoint } from './endpoint.ts'
import { next, pageQuery } from './page.ts'
import { roadLimits, templateNames } from './road.ts'
import Type, { type Static } from './schema.ts'
import { dateTime, email, id, key, noQuery, nullable, object, oneOf, optional, text } from './shared.ts'

const tag = 'Notices'
export const noticeKinds = [
  'pod.success',
  'pod.partial',
  'pod.failed',
  'tracking.registered',
  'tracking.planned',
  'tracking.released',
  'tracking.inTransit',
] as const
export type NoticeKind = (typeof noticeKinds)[number]
export const noticeStates = ['waiting', 'sent', 'failed', 'suppressed', 'held'] as const
export type NoticeState = (typeof noticeStates)[number]
export const suppressions = [
  'sandbox',
  'no_mail_server',
  'no_address',
  'turned_off',
  'unsubscribed',
  'not_counting',
  'outdated',
  'erased',
  'deleted',
  'approved',
  'discarded',
] as const
export type Suppression = (typeof suppressions)[number]
/**
 * Numbers of e-mails to foreign addresses that are sent without a planner's approval. An address is foreign if a
 * driver's device gives it and it is not the address of the order. A day is the last 24 hours.
 */
export const foreignAddressLimits = { perOrder: 2, perDeviceAndDay: 20 } as const
export const noticeRecipients = ['consignee', 'fixed', 'named'] as const
export type NoticeRecipient = (typeof noticeRecipients)[number]

export const Notice = object('Notice', {
  noticeId: id('Id of the e-mail.'),
  consignmentId: id('Id of the order.'),
  podId: nullable(id('Id of the proof that the e-mail is about.')),
  kind: oneOf(noticeKinds, 'Event that the e-mail is about.'),
  recipient: oneOf(
    noticeRecipients,
    'Recipient of the e-mail: `consignee`, an address in the settings of the environment (`fixed`), or an address ' +
      'in a request (`named`).',
  ),
  address: nullable(text('E-mail address; `null` if the order has no address, or after the address was erased.')),
  state: oneOf(
    noticeStates,
    '`suppressed`: the e-mail was not sent, for the given `reason`. `held`: the e-mail waits for a planner, ' +
      `because a driver's device gave the address and there are already ${foreignAddressLimits.perOrder} such ` +
      `e-mails for the order, or ${foreignAddressLimits.perDeviceAndDay} from the device in 24 hours.`,
  ),
  reason: nullable(
    text(
      'Reason why the e-mail was suppressed, which is one of ' +
        `${suppressions.map((each) => `\`${each}\``).join(', ')}; or the reason of the failure: the response ` +
        'of the mail server.',
    ),
  ),
  created: dateTime('Time of creation.'),
  updated: dateTime('Time of the last change.'),
  due: nullable(dateTime('Time of the next attempt.')),
  attempts: Type.Array(
    object('NoticeAttempt', {
      time: dateTime('Time of the attempt.'),
      result: oneOf(['sent', 'refused', 'failed'], '`failed`: it is tried again; `refused`: it is not.'),
      message: nullable(text('Response of the mail server.')),
    }),
  ),
})
export type Notice = Static<typeof Notice>

export const listNotices = endpoint({
  id: 'listNotices',
  method: 'GET',
  path: '/v1/notices',
  tag,
  summary: 'List the e-mails about orders',
  description: 'Newest first.',
  scope: 'consignments:read',
  affectedBy: ['notice'],
  query: object('NoticesQuery', {
    consignmentId: Type.Optional(id('Id of the order.')),
    state: Type.Optional(oneOf(noticeStates, 'Only e-mails in this state.')),
    limit: pageQuery.limit,
    cursor: pageQuery.cursor,
  }),
  data: object('NoticePage', { notices: Type.Array(Notice), next }),
  problems: [],
})
export const resendNotice = endpoint({
  id: 'resendNotice',
  method: 'POST',
  path: '/v1/notice/{noticeId}/resend',
  tag,
  summary: 'Send an e-mail again',
  description:
    'Creates a new e-mail with the same content, for the same address or another. The request approves a `held` ' +
    'e-mail, which then becomes `suppressed` with the reason `approved`.',
  scope: 'consignments:write',
  params: object('NoticePath', { noticeId: id('Id of the e-mail.') }),
  query: noQuery,
  body: object('NoticeResendInput', { address: optional(email('E-mail address. Default: the previous address.')) }),
  data: object('NoticeCreated', { noticeId: id('Id of the new e-mail.') }),
  created: true,
  problems: ['NOT_FOUND', 'NOTICE_STOPPED'],
})
export const discardNotice = endpoint({
  id: 'discardNotice',
  method: 'POST',
  path: '/v1/notice/{noticeId}/discard',
  tag,
  summary: 'Discard a held e-mail',
  description:
    'A `held` e-mail becomes `suppressed` with the reason `discarded`, and is not sent. An e-mail in another state ' +
    'does not change.',
  scope: 'consignments:write',
  params: object('NoticeDiscardPath', { noticeId: id('Id of the e-mail.') }),
  query: noQuery,
  data: object('NoticeDiscarded', {
    noticeId: id('Id of the e-mail.'),
    state: oneOf(noticeStates, 'State of the e-mail after the request.'),
  }),
  problems: ['NOT_FOUND'],
})
export const previewNotice = endpoint({
  id: 'previewNotice',
  method: 'POST',
  path: '/v1/notices/preview',
  tag,
  summary: 'Preview an e-mail',
  description: 'Uses the current settings, or another template, for an order or for an example.',
  scope: 'settings:read',
  query: noQuery,
  body: object('NoticePreviewInput', {
    template: oneOf(templateNames, 'Template of the e-mail.'),
    subject: optional(text('Subject to try.', roadLimits.subjectLength)),
    body: optional(text('Text to try.', roadLimits.templateLength)),
    consignmentKey: optional(key('Key of an order. Default: an example.')),
  }),
  data: object('NoticePreview', {
    subject: text(),
    text: text('The e-mail as plain text.', 100_000),
    html: text('The e-mail as HTML.', 400_000),
    template: object(
      'NoticeTemplateUsed',
      { subject: text(), body: text(undefined, roadLimits.templateLength) },
      { description: 'Template of the preview: your own, or the template of Dray.' },
    ),
  }),
  unrepeatable: true,
  problems: ['UNKNOWN_CONSIGNMENT'],
})
/** By hand: the letter of a proof to its recipient or to any address. */
export const sendPod = endpoint({
  id: 'sendPod',
  method: 'POST',
  path: '/v1/pod/{podId}/send',
  tag,
  summary: 'Send a proof by e-mail',
  scope: 'pods:write',
  params: object('PodSendPath', { podId: id('Id of the proof.') }),
  query: noQuery,
  body: object('PodSendInput', { address: optional(email('E-mail address. Default: the address of the proof.')) }),
  data: object('PodSent', { noticeId: id('Id of the e-mail.') }),
  created: true,
  problems: ['NOT_FOUND', 'NOTICE_STOPPED'],
})
