// Draws a button that states why it is inactive. The Tab key reaches it, so that a screen reader reads the reason.
import { Button, type ButtonProps, Text } from '@mantine/core'
import { type ComponentPropsWithRef, type MouseEvent, useId } from 'react'

interface ReasonedButtonProps extends ButtonProps, Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  /** The reason why the button is inactive; null while it is active. */
  reason: string | null
}

export function ReasonedButton({ reason, onClick, ...button }: ReasonedButtonProps) {
  const id = useId()
  // Without this, a click would submit the form.
  const ignore = (event: MouseEvent) => event.preventDefault()
  const inactive = { 'data-disabled': true, 'aria-disabled': true, 'aria-describedby': id, onClick: ignore }
  return (
    <>
      {reason === null ? null : (
        <Text id={id} component="span" size="xs" c="dimmed">
          {reason}
        </Text>
      )}
      <Button variant="filled" {...button} {...(reason === null ? { onClick } : inactive)} />
    </>
  )
}
