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
  noticeId: id('Id of the notice.'),
  consignmentId: id('Id of the order.'),
  podId: nullable(id('Id of the proof it tells of.')),
  kind: oneOf(noticeKinds, 'What it tells of.'),
  recipient: oneOf(
    noticeRecipients,
    'Who gets it: the consignee, an address of the settings of the environment, or an address that somebody named.',
  ),
  address: nullable(text('Where it goes; `null` if there is none, or once it was erased.')),
  state: oneOf(
    noticeStates,
    '`suppressed`: it was not sent, for the `reason` given. `held`: it waits for a planner, because a ' +
      `driver's device gave the address and there are already ${foreignAddressLimits.perOrder} such e-mails for the ` +
      `order, or ${foreignAddressLimits.perDeviceAndDay} from the device in 24 hours.`,
  ),
  reason: nullable(
    text(
      `Why it was suppressed, which is one of ${suppressions.map((each) => `\`${each}\``).join(', ')}; ` +
        'or why it failed: what the mail server said.',
    ),
  ),
  created: dateTime('When it was decided.'),
  updated: dateTime('When it last changed.'),
  due: nullable(dateTime('When it is tried next.')),
  attempts: Type.Array(
    object('NoticeAttempt', {
      time: dateTime('When.'),
      result: oneOf(['sent', 'refused', 'failed'], '`failed`: it is tried again; `refused`: it is not.'),
      message: nullable(text('What the mail server said.')),
    }),
  ),
})
export type Notice = Static<typeof Notice>

export const listNotices = endpoint({
  id: 'listNotices',
  method: 'GET',
  path: '/v1/notices',
  tag,
  summary: 'List the letters about orders',
  description: 'Newest first.',
  scope: 'consignments:read',
  affectedBy: ['notice'],
  query: object('NoticesQuery', {
    consignmentId: Type.Optional(id('Id of the order.')),
    state: Type.Optional(oneOf(noticeStates, 'Only those in this state.')),
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
  summary: 'Send a letter again',
  description:
    'Makes a new notice with the same content, for the same address or another. This approves a `held` notice, ' +
    'which then becomes `suppressed` with the reason `approved`.',
  scope: 'consignments:write',
  params: object('NoticePath', { noticeId: id('Id of the notice.') }),
  query: noQuery,
  body: object('NoticeResendInput', { address: optional(email('Where it goes. Default: where it went before.')) }),
  data: object('NoticeCreated', { noticeId: id('Id of the new notice.') }),
  created: true,
  problems: ['NOT_FOUND', 'NOTICE_STOPPED'],
})
export const discardNotice = endpoint({
  id: 'discardNotice',
  method: 'POST',
  path: '/v1/notice/{noticeId}/discard',
  tag,
  summary: 'Discard a held letter',
  description:
    'A `held` notice becomes `suppressed` with the reason `discarded`, and is not sent. In any other state, it ' +
    'stays as it is.',
  scope: 'consignments:write',
  params: object('NoticeDiscardPath', { noticeId: id('Id of the notice.') }),
  query: noQuery,
  data: object('NoticeDiscarded', {
    noticeId: id('Id of the notice.'),
    state: oneOf(noticeStates, 'Its state afterwards.'),
  }),
  problems: ['NOT_FOUND'],
})
export const previewNotice = endpoint({
  id: 'previewNotice',
  method: 'POST',
  path: '/v1/notices/preview',
  tag,
  summary: 'See how a letter would read',
  description: 'With the settings as they are, or with another template; for an order, or for an example.',
  scope: 'settings:read',
  query: noQuery,
  body: object('NoticePreviewInput', {
    template: oneOf(templateNames, 'Which letter.'),
    subject: optional(text('Subject to try.', roadLimits.subjectLength)),
    body: optional(text('Text to try.', roadLimits.templateLength)),
    consignmentKey: optional(key('An order to write about. Default: an example.')),
  }),
  data: object('NoticePreview', {
    subject: text(),
    text: text('The letter as plain text.', 100_000),
    html: text('The letter as HTML.', 400_000),
    template: object(
      'NoticeTemplateUsed',
      { subject: text(), body: text(undefined, roadLimits.templateLength) },
      { description: 'What it was written from: yours, or the words of the service.' },
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
  body: object('PodSendInput', { address: optional(email('Where it goes. Default: the address of the proof.')) }),
  data: object('PodSent', { noticeId: id('Id of the notice.') }),
  created: true,
  problems: ['NOT_FOUND', 'NOTICE_STOPPED'],
})
