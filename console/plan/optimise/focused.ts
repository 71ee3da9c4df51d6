// What a step of the dialog is for has the focus when it comes: Enter goes on.

export const focused = (button: HTMLButtonElement | null): void => button?.focus({ preventScroll: true })
