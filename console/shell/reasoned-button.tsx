// A button that states why it cannot be pressed yet. It keeps its place in the Tab sequence, so that everyone finds the reason.
import { Button, type ButtonProps, Text } from '@mantine/core'
import { type ComponentPropsWithRef, type MouseEvent, useId } from 'react'

interface ReasonedButtonProps extends ButtonProps, Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  /** Why it is inactive; null while it can be pressed. */
  reason: string | null
}

export function ReasonedButton({ reason, onClick, ...button }: ReasonedButtonProps) {
  const id = useId()
  // A press must not send the form around it.
  const ignore = (event: MouseEvent) => event.preventDefault()
  const inactive = { 'data-disabled': true, 'aria-disabled': true, 'aria-describedby': id, onClick: ignore }
  return (
    <>
      {reason === null ? null : (
        <Text id={id} component="span" size="xs" c="dimmed">
          {reason}
        </Text>
      )}
      <Button {...button} {...(reason === null ? { onClick } : inactive)} />
    </>
  )
}
