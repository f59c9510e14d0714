import { useQuery } from '@tanstack/react-query'
import type { OwnCourse } from 'contract/courses/courses'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { TextLink } from '../../ui/text.tsx'
import { FieldProblem, Help, Tools } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { useAct } from '../kit/use-act.tsx'
import { settingsPath } from '../settings/settings-index.ts'

export const way = {
  at: 60,
  title: 'Telegram group',
  help: 'Students join a private group while they have access, each by their own link, and leave it when access ends.',
  summary: ({ group }: OwnCourse) => group?.title ?? null,
  suits: ({ kind }: OwnCourse) => kind === 'course',
}

/** Chooses the group of a course among those of the bot. */
export default function GroupsSellingPart({ course: { course_id, group } }: { course: OwnCourse }) {
  const { data } = useQuery(adminApi.groups.get.queryOptions())
  const groups = data?.groups ?? []
  // A course may name an id that its group had before.
  const present = groups.find(({ chat_id, former_ids }) => [chat_id, ...former_ids].includes(group?.chat_id ?? 0))
  const [choice, choose] = useState<string>()
  const chosen = choice ?? String(present?.chat_id ?? group?.chat_id ?? '')
  const save = useAct(adminApi.courses.update, {
    of: (to: OwnCourse['group']) => ({ params: { id: course_id }, body: { group: to } }),
    done: (_, to) =>
      [
        to ? `Students of this course may join ${to.title}` : 'The course has no group',
        present && present.chat_id !== to?.chat_id && `Members of ${present.title} stay in it: see Settings, Lessons`,
      ]
        .filter(Boolean)
        .join('. '),
    failed: 'Group not saved',
    undo: {
      call: adminApi.courses.update,
      of: () => ({ params: { id: course_id }, body: { group: group ?? null } }),
      done: group ? `The group is ${group.title} again` : 'The course has no group',
      failed: 'The group was not restored',
    },
  })
  const found = groups.find(({ chat_id }) => String(chat_id) === chosen)
  if (data && groups.length === 0 && !group)
    return (
      <Help>
        Connect a bot in <TextLink to={settingsPath('lessons')}>Settings, Lessons</TextLink> and add it to your group as
        an administrator.
      </Help>
    )
  return (
    <>
      <Field as="select" label="Group" value={chosen} onChange={({ target }) => choose(target.value)}>
        <option value="">None</option>
        {groups.map(({ chat_id, title }) => (
          <option key={chat_id} value={chat_id}>
            {title}
          </option>
        ))}
      </Field>
      {found?.problem && <FieldProblem>{found.problem}</FieldProblem>}
      <Tools>
        <Button
          type="button"
          busy={save.busy}
          busyText="Saving..."
          onClick={() => save.run(found ? { chat_id: found.chat_id, title: found.title } : null)}
        >
          Save group
        </Button>
      </Tools>
    </>
  )
}
