import { type QueryKey, useQuery } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import type { ZodType } from 'zod'
import type { AnswerOf, Call } from './call.ts'
import { type Fields, Form, type FormOptions, type FormProps, SaveButton, useForm } from './form.tsx'
import { LoadedPane } from './loaded.tsx'

type Readable = Call & { queryOptions: () => object }

type SettingsCard<Load extends Readable, Save extends Call, F extends Fields> = Pick<
  FormOptions<F, Save>,
  'done' | 'shape' | 'codes'
> & {
  title: string
  load: Load
  save: Save
  fields: F
  schema: ZodType
  /** The stored values of the fields; by default those of what was loaded. */
  from?: (loaded: AnswerOf<Load>) => { readonly [Name in keyof F]?: unknown }
  /** The same of the answer to a save. */
  stored: (answer: AnswerOf<Save>) => { readonly [Name in keyof F]?: unknown }
  /** Words of the button. */
  button: string
  layout?: FormProps['layout']
  /** Below the fields, of what was loaded. */
  foot?: (loaded: AnswerOf<Load>) => ReactNode
  also?: readonly QueryKey[]
}

/** A card that loads settings, edits them and saves them, with the draft and the words of each of these steps. */
export function settingsCard<Load extends Readable, Save extends Call, F extends Fields>(
  card: SettingsCard<Load, Save, F>,
): ComponentType {
  const {
    title,
    load,
    save,
    fields,
    from = (loaded: AnswerOf<Load>) => loaded as object,
    foot,
    button,
    layout,
    ...rest
  } = card
  const thing = title.toLowerCase()
  function SettingsForm({ loaded }: { loaded: AnswerOf<Load> }) {
    const form = useForm<Save, F>(save, fields, {
      ...rest,
      draft: `settings:${thing}`,
      undo: true,
      begun: from(loaded) as FormOptions<F, Save>['begun'],
      failed: `Failed to save the ${thing}`,
    })
    return (
      <Form form={form} layout={layout}>
        {foot?.(loaded)}
        {/* Beside the bar of a section, which saves it, one button is enough until something has changed here. */}
        {(form.isChanged || form.isPending) && (
          <div>
            <SaveButton of={form}>{button}</SaveButton>
          </div>
        )}
      </Form>
    )
  }
  return function Settings() {
    const query = useQuery<AnswerOf<Load>>({
      ...(load.queryOptions() as { queryKey: QueryKey }),
      staleTime: 0,
    })
    return (
      <LoadedPane title={title} query={query} failed={`Failed to load the ${thing}`}>
        {(loaded) => <SettingsForm loaded={loaded} />}
      </LoadedPane>
    )
  }
}
