// Notices: the e-mails about orders, with their states, attempts and previews.
import { describeEndpoint } from './endpoint.ts'
import { nextCursor, pageQuery } from './page.ts'
import { roadLimits, templateNames } from './road.ts'
import Type, { type Static } from './schema.ts'
import {
  closedEnum,
  dateTimeSchema,
  emailSchema,
  idSchema,
  keySchema,
  nullableSchema,
  objectSchema,
  optionalSchema,
  textSchema,
} from './shared.ts'

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
export const noticeSuppressions = [
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
export type NoticeSuppression = (typeof noticeSuppressions)[number]
/**
 * Numbers of e-mails to foreign addresses that are sent without a planner's approval. An address is foreign if a
 * driver's device gives it and it is not the address of the order. A day is the last 24 hours.
 */
export const foreignAddressLimits = { perOrder: 2, perDeviceAndDay: 20 } as const
export const noticeRecipients = ['consignee', 'fixed', 'named'] as const
export type NoticeRecipient = (typeof noticeRecipients)[number]

export const Notice = objectSchema('Notice', {
  noticeId: idSchema('Id of the e-mail.'),
  consignmentId: idSchema('Id of the order.'),
  podId: nullableSchema(idSchema('Id of the proof that the e-mail is about.')),
  kind: closedEnum(noticeKinds, 'Event that the e-mail is about.'),
  recipient: closedEnum(
    noticeRecipients,
    'Recipient of the e-mail: `consignee`, an address in the settings of the environment (`fixed`), or an address ' +
      'in a request (`named`).',
  ),
  address: nullableSchema(
    textSchema('E-mail address; `null` if the order has no address, or after the address was erased.'),
  ),
  state: closedEnum(
    noticeStates,
    '`suppressed`: the e-mail was not sent, for the given `reason`. `held`: the e-mail waits for a planner, because ' +
      `a driver's device provided the address, and there are already ${foreignAddressLimits.perOrder} such e-mails ` +
      `for the order, or ${foreignAddressLimits.perDeviceAndDay} from the device in 24 hours.`,
  ),
  reason: nullableSchema(
    textSchema(
      `Reason why the e-mail was suppressed: ${noticeSuppressions.map((reason) => `\`${reason}\``).join(', ')}. For ` +
        'a failure: the response of the mail server.',
    ),
  ),
  created: dateTimeSchema('Time of creation.'),
  updated: dateTimeSchema('Time of the last change.'),
  due: nullableSchema(dateTimeSchema('Time of the next attempt.')),
  attempts: Type.Array(
    objectSchema('NoticeAttempt', {
      time: dateTimeSchema('Time of the attempt.'),
      result: closedEnum(
        ['sent', 'refused', 'failed'],
        '`failed`: Dray tries to send the e-mail again. `refused`: Dray does not try again.',
      ),
      message: nullableSchema(textSchema('Response of the mail server.')),
    }),
  ),
})
export type Notice = Static<typeof Notice>

export const listNotices = describeEndpoint({
  id: 'listNotices',
  method: 'GET',
  path: '/v1/notices',
  tag,
  summary: 'List the e-mails about orders',
  description: 'Returns e-mails, newest first.',
  scope: 'consignments:read',
  affectedBy: ['notice'],
  query: objectSchema('NoticesQuery', {
    consignmentId: Type.Optional(idSchema('Id of the order.')),
    state: Type.Optional(closedEnum(noticeStates, 'Only e-mails in this state.')),
    limit: pageQuery.limit,
    cursor: pageQuery.cursor,
  }),
  data: objectSchema('NoticePage', { notices: Type.Array(Notice), next: nextCursor }),
})
export const resendNotice = describeEndpoint({
  id: 'resendNotice',
  method: 'POST',
  path: '/v1/notice/{noticeId}/resend',
  tag,
  summary: 'Send an e-mail again',
  description:
    'Creates a new e-mail with the same content, for the same address or another. The request approves a `held` ' +
    'e-mail, which then becomes `suppressed` with the reason `approved`.',
  scope: 'consignments:write',
  params: objectSchema('NoticePath', { noticeId: idSchema('Id of the e-mail.') }),
  body: objectSchema('NoticeResendInput', {
    address: optionalSchema(emailSchema('E-mail address. Default: the previous address.')),
  }),
  data: objectSchema('NoticeCreated', { noticeId: idSchema('Id of the new e-mail.') }),
  created: true,
  problems: ['NOT_FOUND', 'NOTICE_STOPPED'],
})
export const discardNotice = describeEndpoint({
  id: 'discardNotice',
  method: 'POST',
  path: '/v1/notice/{noticeId}/discard',
  tag,
  summary: 'Discard a held e-mail',
  description:
    'A `held` e-mail becomes `suppressed` with the reason `discarded`, and is not sent. An e-mail in another state ' +
    'does not change.',
  scope: 'consignments:write',
  params: objectSchema('NoticeDiscardPath', { noticeId: idSchema('Id of the e-mail.') }),
  data: objectSchema('NoticeDiscarded', {
    noticeId: idSchema('Id of the e-mail.'),
    state: closedEnum(noticeStates, 'State of the e-mail after the request.'),
  }),
  problems: ['NOT_FOUND'],
})
export const previewNotice = describeEndpoint({
  id: 'previewNotice',
  method: 'POST',
  path: '/v1/notices/preview',
  tag,
  summary: 'Preview an e-mail',
  description:
    'Returns the e-mail for an order or for an example, with the current template or with the subject and text of ' +
    'the request.',
  scope: 'settings:read',
  body: objectSchema('NoticePreviewInput', {
    template: closedEnum(templateNames, 'Template of the e-mail.'),
    subject: optionalSchema(
      textSchema('Subject to preview. Default: the subject of the template.', roadLimits.subjectLength),
    ),
    body: optionalSchema(textSchema('Text to preview. Default: the text of the template.', roadLimits.templateLength)),
    consignmentKey: optionalSchema(keySchema('Key of an order. Default: an example.')),
  }),
  data: objectSchema('NoticePreview', {
    subject: textSchema(),
    text: textSchema('The e-mail as plain text.', 100_000),
    html: textSchema('The e-mail as HTML.', 400_000),
    template: objectSchema(
      'NoticeTemplateUsed',
      { subject: textSchema(), body: textSchema(undefined, roadLimits.templateLength) },
      { description: 'Template of the preview: your own, or the template of Dray.' },
    ),
  }),
  unrepeatable: true,
  problems: ['UNKNOWN_CONSIGNMENT'],
})
/** Sends the e-mail of a proof on request, to its recipient or to any e-mail address. */
export const sendPod = describeEndpoint({
  id: 'sendPod',
  method: 'POST',
  path: '/v1/pod/{podId}/send',
  tag,
  summary: 'Send a proof by e-mail',
  scope: 'pods:write',
  params: objectSchema('PodSendPath', { podId: idSchema('Id of the proof.') }),
  body: objectSchema('PodSendInput', {
    address: optionalSchema(emailSchema('E-mail address. Default: the address of the proof.')),
  }),
  data: objectSchema('PodSent', { noticeId: idSchema('Id of the e-mail.') }),
  created: true,
  problems: ['NOT_FOUND', 'NOTICE_STOPPED'],
})
