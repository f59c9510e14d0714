import { NewKeyBody } from 'contract/api-keys'
import { presets, type Scope, scopeNames, scopes } from 'contract/api-scopes'
import { indianDay } from 'contract/indian-time'
import { shopNow } from '../../stores/shop-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FieldProblem, GroupLabel, Help, Tools } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { day, state, text } from '../kit/fields.tsx'
import { Form, SaveButton, useForm } from '../kit/form.tsx'

/** A key whose text no other screen has. */
export type NewApiKey = { name: string; secret: string }

const fields = {
  name: text('Name', {
    maxLength: 60,
    own: false,
    help: 'The program that uses it, such as Google Sheet. Activity shows it.',
  }),
  expires_on: day('Last day', { optional: true, help: 'Without one the key works until you revoke it.' }),
  scopes: state<readonly Scope[]>([]),
}

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
  const form = useForm(adminApi.apiKeys.create, fields, {
    draft: 'api-key:new',
    schema: NewKeyBody,
    done: null,
    failed: 'No key was added',
    fallback: 'The key could not be added. Please try again.',
    onDone: ({ name, key }) => onMade({ name, secret: key }),
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
          <SaveButton of={form} formId="new-key" always busyText="Making...">
            Create key
          </SaveButton>
        </>
      }
    >
      <Form
        form={form}
        id="new-key"
        layout={[['name', 'expires_on']]}
        more={{ expires_on: { min: indianDay(shopNow()) } }}
      >
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
      </Form>
    </Dialog>
  )
}
