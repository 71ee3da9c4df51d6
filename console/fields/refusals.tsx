// Shows the errors of a form that belong to none of its fields.
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
