// Defines the services that an endpoint may use, such as e-mail, requests to URLs that a client has named, and work
// after the reply.
import type { GeocodeAddress, PositionProposal } from '../../../contract/geocode.ts'
import type { FieldError } from '../../../contract/problem.ts'
import type { GeoPosition, TravelLeg, TravelSettings } from '../../../contract/travel.ts'
import type { TravelSource } from '../../../contract/travel-route.ts'
import type { WakeSignals } from '../process/wakes.ts'
import type { LabelFormat, LabelsDocument, ProofDocument } from '../value/documents.ts'

export interface OutboundRequest {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: string
  /** Aborts the request before its time limit. */
  signal?: AbortSignal
}

/** Reason of a missing response, for metrics and the log. */
export type OutboundFailure = 'refused' | 'dns' | 'connection' | 'tls' | 'timeout' | 'protocol' | 'aborted'
export type OutboundOutcome = { durationMs: number } & (
  | { status: number; body: Buffer; failure?: undefined }
  | { status?: undefined; failure: OutboundFailure; message: string }
)

/** The error of a URL, with the properties of its field error. */
export type UrlError = Pick<FieldError, 'message' | 'values'>

export interface OutboundClient {
  /** Returns the error of a URL that its text alone shows. */
  findUrlError(url: string): UrlError | undefined
  /** Sends a request. Never throws: every result is an outcome. */
  send(request: OutboundRequest): Promise<OutboundOutcome>
}

export interface TextEmail {
  to: string
  subject: string
  text: string
}
/** An e-mail with all optional parts. */
export interface EmailMessage extends TextEmail {
  html?: string
  /** Name of the sender. The address is the operator's. */
  senderName?: string
  replyTo?: string
  /** Id of the e-mail, the same for all attempts. The domain of the sender is added. */
  messageId?: string
  headers?: Record<string, string>
  attachments?: EmailAttachment[]
}
export interface EmailAttachment {
  name: string
  type: string
  content: Uint8Array
  /** Id by which the HTML refers to the attachment. */
  contentId?: string
}
/**
 * The result of an e-mail. `refused` means that a retry would fail as well. The message may contain the address, so it
 * must not be logged.
 */
export type EmailResult =
  | { failure?: undefined }
  | {
      failure: 'refused' | 'failed'
      code: string
      message: string
      /** Whether the server would have refused any e-mail. */
      isOfServer?: true
      /** Set if the mail server may have accepted the e-mail although an error occurred. */
      isUnsure?: true
    }
/** Sends a message to the mail server. Never throws: every result is an outcome. */
export type SendEmail = (letter: EmailMessage) => Promise<EmailResult>

/**
 * Travel times and distances between places, in whole seconds and metres. Cell `from * places + to` is for the way from
 * one place to another; without a way, it is `unreachableValue`.
 */
export interface TravelMatrix {
  source: TravelSource
  /** Reason why the matrix is an estimate although a travel server is configured. */
  note: string | null
  seconds: Int32Array
  metres: Int32Array
}
/** Value of a matrix where the travel server has no way between two places. */
export const unreachableValue = -1

/** The way along places in their order. */
export interface TravelRoute {
  source: TravelSource
  note: string | null
  /** Legs between the places: one fewer than places. */
  legs: TravelLeg[]
  /** Line along the roads; null if the travel server returned none. */
  line: GeoPosition[] | null
}

export interface TravelService {
  /**
   * Returns the matrix between places. Throws only on abort: if the travel server fails, the whole matrix is estimated.
   */
  between(
    environmentId: string,
    places: readonly GeoPosition[],
    settings: TravelSettings,
    signal?: AbortSignal,
  ): Promise<TravelMatrix>
  /** Finds the route along one sequence of at least two places. */
  route(environmentId: string, places: readonly GeoPosition[], settings: TravelSettings): Promise<TravelRoute>
  /** Remembers the driving times along these sequences for later calculations, if possible. */
  remember(environmentId: string, sequences: readonly (readonly GeoPosition[])[], signal: AbortSignal): Promise<void>
}

/** The result of the geocoder for one address: proposals, best first, or the reason for their absence. */
export type GeocodeResult = { lookup: 'answered'; proposals: PositionProposal[] } | { lookup: 'limited' | 'failed' }

/** The geocoder that the operator has named. */
export interface GeocoderService {
  /** Identifies the geocoder, so that stored results of different servers are not mixed. */
  identity: string
  /** Time for which results may be stored, in milliseconds; 0 stores none. */
  keptMs: number
  /** Looks up an address. Never throws: every result is a response. */
  lookUp(environmentId: string, address: GeocodeAddress, signal: AbortSignal): Promise<GeocodeResult>
}

/** A file in a list of the storage. */
export interface StoredFile {
  name: string
  bytes: number
  /** Time at which the file was stored, in milliseconds since the epoch. */
  storedMs: number
}

/** A file that is read while the client receives it, so that only a small part is in memory. */
export interface OpenFile {
  /** Number of bytes, if the storage reports it. */
  bytes: number | undefined
  /** The chunks of the file. Each is valid until the next one is requested. */
  chunks: AsyncIterable<Uint8Array>
}

/** The storage of files. Each file has the name `<environmentId>/<fileId>` and never changes. */
export interface FileStorage {
  /** Stores a file. When the promise resolves, the bytes survive a crash of the process or the machine. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Returns a file. After `gone` aborts, it reads nothing. */
  get(name: string, gone?: AbortSignal): Promise<Uint8Array | undefined>
  open(name: string, gone?: AbortSignal): Promise<OpenFile | undefined>
  /** Removes a file. Succeeds if the file does not exist. */
  remove(name: string): Promise<void>
  /** Lists a page of all files in the order of the storage, after the file `from` or from the first file on. */
  list(from?: string): Promise<{ files: StoredFile[]; next: string | undefined }>
}

/**
 * The client for which a document is drawn. Environments take turns. A document is not drawn if its client has
 * disconnected.
 */
export interface DrawnFor {
  environmentId: string
  clientSignal?: AbortSignal
  /** Size of the images of the document, in bytes. */
  bytes?: number
}

/** Reads the content of a document until the signal aborts. */
export type GatherContent<T> = (signal: AbortSignal) => Promise<T>

/** Draws PDF documents in a separate thread. Throws UNAVAILABLE if too many wait. */
export interface PdfService {
  /**
   * Renders a proof. `gather` reads the content when the queue has a place, because images and orders are large. Its
   * result is transferred to the thread.
   */
  renderProof(gather: GatherContent<ProofDocument>, whom: DrawnFor): Promise<Uint8Array>
  renderLabels(gather: GatherContent<LabelsDocument>, format: LabelFormat, whom: DrawnFor): Promise<Uint8Array>
  /** Returns a scaled copy of a large PNG for PDFs. For a broken PNG, returns one byte, which cannot be an image. */
  scalePng(png: Uint8Array, whom: DrawnFor): Promise<Uint8Array>
}

/** Kind of a stored change that wakes background work. `change` is any change. */
export type WakeName = 'change' | 'settings' | 'erasure' | 'import' | 'optimisation'

/** The services of the process for preparations and flows. */
export interface ProcessServices {
  /** Sends requests to URLs that a client has named. */
  outbound: OutboundClient
  /** Stores the bytes of photos and other files. */
  files: FileStorage
  /** Finds times and routes between places. */
  travel: TravelService
  /** Finds locations of addresses, if a geocoder is configured. */
  geocoder: GeocoderService | undefined
  /** Draws proofs and labels as PDF. */
  pdf: PdfService
  /** Wakes background work after a committed request. */
  wakes: WakeSignals<WakeName>
  /** Issuer of the tokens of this service. */
  issuer: string
  /** Returns the public address of the service, without a slash at its end. */
  publicUrl(): string
  /** Returns the ids of all environments in this process's directory. */
  environmentIds(): ReadonlySet<string>
  /** Maximum duration of a session, in milliseconds. */
  sessionMaxMs: number
  /** The sending of e-mails, if a mail server is configured. */
  mail:
    | {
        /** Sends one e-mail, and throws if that fails, for callers with another way to inform the person. */
        once(mail: TextEmail): Promise<void>
        /**
         * Sends one e-mail after the reply, and retries if the mail server does not accept it now. A failure is only
         * logged.
         */
        send(mail: TextEmail): void
      }
    | undefined
  /** Logs a failure that does not fail the reply. */
  report(error: unknown): void
  /** Runs work after the reply; a failure is only logged. */
  later(work: () => Promise<void>): void
  /** Whether all users of the installation need a second factor. */
  secondFactorRequired: boolean
  /** Name of the single sign-on, if it is configured. */
  singleSignOn: string | undefined
  /** Whether people may sign in with a password. */
  passwords: boolean
  /** Returns the header that sets the session cookie, or deletes it without a token. */
  cookie(token: string | undefined): string
  /** Returns the cookie that identifies a device. */
  deviceCookie(token: string): string
}
