import type { ComponentProps } from 'react'

type Values = Record<string, string>
type Props = Omit<ComponentProps<'form'>, 'onSubmit'> & { onSubmit: (values: Values, form: HTMLFormElement) => void }

/** The values of a form's fields by name. */
export const formValues = (form: HTMLFormElement) => Object.fromEntries(new FormData(form)) as Values

/** A form that passes its values to `onSubmit`. */
export const Form = ({ onSubmit, ...rest }: Props) => (
  <form
    {...rest}
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit(formValues(event.currentTarget), event.currentTarget)
    }}
  />
)
