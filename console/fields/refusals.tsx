// Shows the errors of a form that concern no single field.
import { Alert } from '@mantine/core'

/** Shows an error, if there is one. */
export const ErrorAlert = ({ message }: { message: string | undefined }) =>
  message ? (
    <Alert color="red" role="alert">
      {message}
    </Alert>
  ) : null

export const FormErrors = ({ errors: messages }: { errors: readonly string[] }) =>
  messages.map((message) => <ErrorAlert key={message} message={message} />)
