// What the service has said against a form, as far as it belongs to no field of it.
import { Alert } from '@mantine/core'

export const Refusals = ({ of: messages }: { of: readonly string[] }) =>
  messages.map((message) => (
    <Alert key={message} color="red" role="alert">
      {message}
    </Alert>
  ))
