import { useQuery } from '@tanstack/react-query'
import { type TelegramBot, TelegramInput } from 'contract/groups/groups'
import { useState } from 'react'
import type { z } from 'zod'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { FieldProblem, Help, Tools } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { text } from '../kit/fields.tsx'
import { Form, SaveButton, useForm } from '../kit/form.tsx'
import { Loaded, LoadedPane } from '../kit/loaded.tsx'
import { useAct } from '../kit/use-act.tsx'
import type { SettingsPart } from '../settings/SettingsTab.tsx'

const fields = {
  token: text('Token of your bot', {
    secret: true,
    placeholder: '123456789:ABC…',
    help: 'Create a bot with @BotFather in Telegram and paste its token. Then add the bot to your group as an administrator who may invite and ban.',
  }),
}

type Bot = z.output<typeof TelegramBot>
type Group = Bot['groups'][number]

/** A group, why the bot cannot act in it, and who stays in it without access. */
function GroupLine({ group: { chat_id, title, problem, has_course, staying }, on }: { group: Group; on: boolean }) {
  const [names, show] = useState(false)
  const query = useQuery({ ...adminApi.groups.staying.queryOptions({ input: { chat_id } }), enabled: names })
  const people = staying === 1 ? '1 person stays' : `${staying} people stay`
  const settle = useAct(adminApi.groups.settle, {
    of: (choice: 'remove' | 'leave') => ({ chat_id, people: choice }),
    confirm: (choice) => ({
      title: choice === 'remove' ? `Remove them from ${title}?` : `Let them stay in ${title}?`,
      text:
        choice === 'remove'
          ? `${people} in the group without access to a course of it. Students who get access again can join again.`
          : `${people} in the group without access to a course of it. The shop then removes none of them.`,
      label: choice === 'remove' ? 'Remove' : 'Let stay',
    }),
    done: ({ message }) => message,
    failed: 'Not done',
  })
  return (
    <li>
      {title}
      {problem && <FieldProblem>{problem}</FieldProblem>}
      {staying > 0 && !(on && has_course) && (
        <>
          <Help>{people} in it without access to a course of it.</Help>
          {names && (
            <Loaded query={query} failed="Failed to load the people">
              {(rows) => <Help>{rows.map(({ name, user_id }) => name ?? user_id).join(', ')}</Help>}
            </Loaded>
          )}
          <Tools>
            {!names && (
              <Button type="button" variant="ghost" onClick={() => show(true)}>
                Show names
              </Button>
            )}
            {on && (
              <Button type="button" variant="outline" onClick={() => settle.run('remove')}>
                Remove them
              </Button>
            )}
            <Button type="button" variant="ghost" onClick={() => settle.run('leave')}>
              Let them stay
            </Button>
          </Tools>
          {settle.dialog}
        </>
      )}
    </li>
  )
}

/** The groups of the shop, and those of others that the bot is in. */
function GroupList({ groups, on }: { groups: readonly Group[]; on: boolean }) {
  return (
    <chakra.ul display="grid" gap="2">
      {groups.map((group) => (
        <GroupLine key={group.chat_id} group={group} on={on} />
      ))}
    </chakra.ul>
  )
}

/** Connects the bot that opens and closes the groups of courses. */
function TelegramForm({ username, problem, groups }: Bot) {
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
      text: 'Students stay in your groups, and access adds or removes them no longer. The to-do list says who stays without access.',
      label: 'Disconnect',
    }),
    done: 'Bot disconnected',
    failed: 'Bot not disconnected',
  })
  if (username === null)
    return (
      <>
        <Form form={form}>
          <div>
            <SaveButton of={form}>Connect</SaveButton>
          </div>
        </Form>
        <GroupList groups={groups.filter(({ staying }) => staying > 0)} on={false} />
      </>
    )
  return (
    <>
      <chakra.p fontWeight="600">@{username}</chakra.p>
      {problem && <FieldProblem>{problem}</FieldProblem>}
      {groups.length === 0 ? (
        <Help>Add the bot to your group as an administrator. The group then appears here, and in each course.</Help>
      ) : (
        <GroupList groups={groups} on />
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
