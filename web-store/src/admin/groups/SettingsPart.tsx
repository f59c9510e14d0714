import { useQuery } from '@tanstack/react-query'
import { TelegramInput } from 'contract/groups/groups'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { FieldProblem, Help, Tools } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { text } from '../kit/fields.tsx'
import { Form, SaveButton, useForm } from '../kit/form.tsx'
import { LoadedPane } from '../kit/loaded.tsx'
import { useAct } from '../kit/use-act.tsx'
import type { SettingsPart } from '../settings/SettingsTab.tsx'

const fields = {
  token: text('Token of your bot', {
    secret: true,
    placeholder: '123456789:ABC…',
    help: 'Create a bot with @BotFather in Telegram and paste its token. Then add the bot to your group as an administrator who may invite and ban.',
  }),
}

type Bot = { username: string | null; groups: { chat_id: number; title: string; problem: string | null }[] }

/** Connects the bot that opens and closes the groups of courses. */
function TelegramForm({ username, groups }: Bot) {
  const form = useForm(adminApi.groups.save, fields, {
    draft: 'settings:telegram',
    secret: true,
    schema: TelegramInput,
    done: 'Bot connected',
    failed: 'Bot not connected',
  })
  const test = useAct(adminApi.groups.test, { done: ({ message }) => message, failed: 'The test failed' })
  const off = useAct(adminApi.groups.save, {
    confirm: () => ({
      title: 'Disconnect the bot?',
      text: 'Students stay in your groups, and access adds or removes them no longer.',
      label: 'Disconnect',
    }),
    done: 'Bot disconnected',
    failed: 'Bot not disconnected',
  })
  if (username === null)
    return (
      <Form form={form}>
        <div>
          <SaveButton of={form}>Connect</SaveButton>
        </div>
      </Form>
    )
  return (
    <>
      <chakra.p fontWeight="600">@{username}</chakra.p>
      {groups.length === 0 ? (
        <Help>Add the bot to your group as an administrator. The group then appears here, and in each course.</Help>
      ) : (
        <chakra.ul display="grid" gap="2">
          {groups.map(({ chat_id, title, problem }) => (
            <li key={chat_id}>
              {title}
              {problem && <FieldProblem>{problem}</FieldProblem>}
            </li>
          ))}
        </chakra.ul>
      )}
      <Tools>
        <Button type="button" variant="outline" busy={test.busy} busyText="Testing..." onClick={() => test.run({})}>
          Test
        </Button>
        <Button type="button" variant="ghost" busy={off.busy} onClick={() => off.run({ token: null })}>
          Disconnect
        </Button>
      </Tools>
      {off.dialog}
    </>
  )
}

function Telegram() {
  const query = useQuery({ ...adminApi.groups.get.queryOptions(), staleTime: 0 })
  return (
    <LoadedPane title="Telegram groups" query={query} failed="Failed to load the Telegram bot">
      {(bot) => <TelegramForm {...bot} />}
    </LoadedPane>
  )
}

/** Shows the bot below the settings of lessons. */
const Part: SettingsPart['default'] = ({ section }) => section === 'lessons' && <Telegram />
export default Part
