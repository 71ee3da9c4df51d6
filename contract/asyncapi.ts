// Builds the AsyncAPI 3.0 document of the event stream and the webhook messages.
import { ChangeEvent, changeTypes, listEvents } from './change.ts'
import { listScopes } from './endpoint.ts'
import { collectResponseTitles } from './openapi.ts'
import { createReference, type JsonObject, type JsonSchema, securitySchemes } from './openapi-parts.ts'
import { buildParameterSchema, type DocumentComponents, extractComponents } from './openapi-schema.ts'
import { sampleOf } from './sample.ts'
import type { TSchema } from './schema.ts'
import { messageHeaders, WebhookMessage } from './webhook.ts'

const createLocalReference = (pointer: string) => ({ $ref: `#/${pointer}` })

const servers = {
  installation: {
    host: '{host}',
    protocol: 'https',
    description: 'The installation that serves this document.',
    variables: { host: { description: 'Host and port of the installation.', default: 'localhost:8080' } },
    security: [createReference('securitySchemes', 'bearer')],
  },
  receiver: {
    host: '{host}',
    protocol: 'https',
    description: 'Your system, at the URL of a webhook.',
    variables: { host: { description: 'Host of your system.', default: 'erp.example.com' } },
    security: [createReference('securitySchemes', 'webhookSignature')],
  },
}

const channels = {
  events: {
    address: listEvents.path,
    title: 'Events',
    description: `${listEvents.description} Requires one of the scopes ${listScopes(listEvents).join(', ')}.`,
    servers: [createLocalReference('servers/installation')],
    messages: { event: createReference('messages', 'event') },
    bindings: { http: { bindingVersion: '0.3.0' } },
  },
  webhook: {
    address: null,
    title: 'Webhook',
    description: 'The URL that you gave to `POST /v1/webhook`. Any 2xx response confirms receipt.',
    servers: [createLocalReference('servers/receiver')],
    messages: { message: createReference('messages', 'webhookMessage') },
  },
}

export function buildAsyncapi(version: string): JsonObject {
  const components: DocumentComponents = { schemas: {}, responses: {}, answered: collectResponseTitles() }
  const { bearer, webhookSignature } = securitySchemes
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Dray events',
      version,
      description:
        `The changes of an environment as events of ${changeTypes.length} types. Your system reads the event stream, ` +
        'or a webhook receives the events.',
      contact: { name: 'The operator of this installation' },
      tags: [{ name: 'Events' }, { name: 'Webhooks' }],
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    defaultContentType: 'application/json',
    servers,
    channels,
    operations: {
      sendEvents: {
        action: 'send',
        channel: createLocalReference('channels/events'),
        title: 'Events of the stream',
        description:
          'With `Accept: text/event-stream`, each event is a server-sent event: its `id` is the cursor, and its ' +
          '`event` is the type.',
        messages: [createLocalReference('channels/events/messages/event')],
        bindings: { http: { method: 'GET', query: queryOf(components), bindingVersion: '0.3.0' } },
      },
      sendToWebhook: {
        action: 'send',
        channel: createLocalReference('channels/webhook'),
        title: 'Events for the receivers of webhooks',
        description:
          'Dray sends each event until the receiver confirms it, and signs it as in the Standard Webhooks ' +
          'specification.',
        messages: [createLocalReference('channels/webhook/messages/message')],
        bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
      },
    },
    components: {
      messages: {
        event: messageOf(components, 'Event', ChangeEvent),
        webhookMessage: { ...messageOf(components, 'WebhookMessage', WebhookMessage), headers: headersOfMessage },
      },
      schemas: components.schemas,
      securitySchemes: {
        bearer,
        webhookSignature: {
          type: 'httpApiKey',
          in: 'header',
          name: webhookSignature.name,
          description: webhookSignature.description,
        },
      },
    },
  }
}

function messageOf(components: DocumentComponents, title: string, schema: TSchema): JsonObject {
  const plain = schema as JsonSchema
  return {
    name: title,
    title,
    contentType: 'application/json',
    payload: extractComponents(components, plain),
    examples: [{ name: 'example', payload: sampleOf(plain) }],
  }
}

const headersOfMessage = {
  type: 'object',
  required: Object.keys(messageHeaders),
  properties: Object.fromEntries(
    Object.entries(messageHeaders).map(([name, description]) => [name, { type: 'string', description }]),
  ),
}

const queryOf = (components: DocumentComponents): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(listEvents.query.properties).map(([name, schema]) => [
      name,
      buildParameterSchema(components, schema as JsonSchema),
    ]),
  ),
})
