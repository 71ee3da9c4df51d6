// Shows the errors of a form that belong to none of its fields.
import { Alert } from '@mantine/core'

export const FormErrors = ({ errors: messages }: { errors: readonly string[] }) =>
  messages.map((message) => (
    <Alert key={message} color="red" role="alert">
      {message}
    </Alert>
  ))
