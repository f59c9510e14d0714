import { useQueryClient } from '@tanstack/react-query'
import { NewKeyBody } from 'contract/api-keys'
import { presets, type Scope, scopeNames, scopes } from 'contract/api-scopes'
import { indianDay } from 'contract/indian-time'
import { fieldErrors } from '../../shared/forms/use-action-form.ts'
import { shopNow } from '../../stores/shop-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { FieldProblem, GroupLabel, Help, Tools, Two } from '../forms/form-parts.tsx'
import { useActionForm } from '../forms/use-action-form.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'

/** A key whose text no other screen has. */
export type NewApiKey = { name: string; secret: string }

const begun = { name: '', scopes: [] as Scope[], expires_on: '' }

const ScopeBox = chakra('label', {
  base: {
    display: 'grid',
    gridTemplateColumns: '20px minmax(0,1fr)',
    columnGap: '3',
    alignItems: 'start',
    py: '2',
    cursor: 'pointer',
    '& input': { boxSize: '5', mt: '0.5' },
    '& b': { display: 'block', fontWeight: '550' },
    '& span span': { display: 'block', textStyle: 'sm', color: 'fg.muted' },
  },
})

const sameScopes = (one: readonly Scope[], other: readonly Scope[]) =>
  one.length === other.length && other.every((scope) => one.includes(scope))

/** Makes a key with chosen scopes. */
export default function MakeKey({ onMade, onClose }: { onMade: (made: NewApiKey) => void; onClose: () => void }) {
  const queries = useQueryClient()
  const form = useActionForm({
    name: 'api-key:new',
    begun,
    parse: ({ expires_on, ...typed }) => NewKeyBody.safeParse({ ...typed, expires_on: expires_on || null }),
    send: (body) => adminClient.apiKeys.create(body),
    failed: 'No key was added',
    fallback: 'The key could not be added. Please try again.',
    fieldsOf: (error) => fieldErrors(error, Object.keys(begun)),
    onDone: ({ name, key }) => {
      onMade({ name, secret: key })
      return queries.invalidateQueries({ queryKey: adminApi.apiKeys.key() })
    },
  })
  const { scopes: chosen } = form.values
  const toggle = (scope: Scope, on: boolean) =>
    form.put({ scopes: scopeNames.filter((one) => (one === scope ? on : chosen.includes(one))) })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Create key"
      size="wide"
      footer={
        <>
          <Button variant="outline" onClick={() => form.cancel(onClose)}>
            Cancel
          </Button>
          <Button type="submit" form="new-key" busy={form.isPending} busyText="Making...">
            Make the key
          </Button>
        </>
      }
    >
      <chakra.form method="post" id="new-key" noValidate display="grid" gap="4.5" onSubmit={form.submit}>
        <Two>
          <Field
            label="Name"
            required
            maxLength={60}
            autoComplete="off"
            help="The program that uses it, such as Google Sheet. Activity shows it."
            {...form.field('name')}
          />
          <Field
            label="Last day"
            optional
            type="date"
            min={indianDay(shopNow())}
            help="Without one the key works until you revoke it."
            {...form.field('expires_on')}
          />
        </Two>
        <chakra.fieldset display="grid" gap="2" aria-labelledby="key-scopes" minW="0">
          <GroupLabel id="key-scopes" help="As little as the program needs.">
            The key may
          </GroupLabel>
          <Tools role="group" aria-label="Usual choices">
            {presets.map((preset) => (
              <Button
                key={preset.name}
                size="sm"
                variant="outline"
                aria-pressed={sameScopes(chosen, preset.scopes)}
                _pressed={{ bg: 'action.subtle', borderColor: 'action.fg', color: 'action.fg' }}
                onClick={() => form.put({ scopes: [...preset.scopes] })}
              >
                {preset.name}
              </Button>
            ))}
          </Tools>
          <Help>
            {presets.find((preset) => sameScopes(chosen, preset.scopes))?.about ?? 'Choose a usual set, or tick below.'}
          </Help>
          <chakra.div
            display="grid"
            gridTemplateColumns={{ base: 'minmax(0,1fr)', md: 'repeat(2,minmax(0,1fr))' }}
            columnGap="6"
          >
            {scopeNames.map((scope) => (
              <ScopeBox key={scope}>
                <input
                  type="checkbox"
                  name={scope}
                  checked={chosen.includes(scope)}
                  onChange={({ target }) => toggle(scope, target.checked)}
                />
                <span>
                  <b>{scopes[scope].label}</b>
                  <span>{scopes[scope].about}</span>
                </span>
              </ScopeBox>
            ))}
          </chakra.div>
          {form.errorOf('scopes') && <FieldProblem>{form.errorOf('scopes')}</FieldProblem>}
          <Help>No key can refund, change prices or payment settings, manage admins, or erase a student.</Help>
        </chakra.fieldset>
        {form.problem && <FieldProblem>{form.problem}</FieldProblem>}
      </chakra.form>
    </Dialog>
  )
}
