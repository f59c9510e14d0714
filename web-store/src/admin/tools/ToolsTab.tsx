import { Link, useNavigate } from 'react-router-dom'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Tools as Buttons, Choice, Help, Muted } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { useMe } from '../host/me.queries.ts'
import { Loaded, Pane } from '../kit/loaded.tsx'
import { useAct } from '../kit/use-act.tsx'
import { TabHead } from '../lists/TabHead.tsx'
import { groups } from '../tabs/tab.ts'
import { type AdminTab, isShown, tabsOf } from '../tabs/tabs.ts'

const List = chakra('ul', {
  base: {
    listStyleType: 'none',
    '& > li': { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '3', py: '2.5' },
    '& > li + li': { borderTopWidth: '1px', borderColor: 'border' },
  },
})

/** Every tool of the console in a sentence. An owner puts it into the menu before the shop needs it. */
export default function ToolsTab() {
  return (
    <>
      <TabHead title="More tools" />
      <Loaded query={useMe()} failed="Failed to load the tools" height="60dvh">
        {(me) => <Tools me={me} />}
      </Loaded>
    </>
  )
}

type Me = NonNullable<ReturnType<typeof useMe>['data']>

function Tools({ me }: { me: Me }) {
  const navigate = useNavigate()
  const { useTool, showAll } = adminApi.admins
  const change = (used: boolean) => ({
    of: ({ id: tool }: AdminTab) => ({ tool, used }),
    failed: ({ label }: AdminTab) => `${label} could not be ${used ? 'added to' : 'removed from'} the menu`,
    done: (_: unknown, { label }: AdminTab) => `${label} is ${used ? 'in the menu' : 'no longer in the menu'}`,
  })
  const add = useAct(useTool, {
    ...change(true),
    undo: { call: useTool, ...change(false) },
    onDone: (_, { id }) => navigate(adminPaths.tab(id)),
  })
  const remove = useAct(useTool, { ...change(false), undo: { call: useTool, ...change(true) } })
  const showing = useAct(showAll, { failed: 'Your menu could not be changed' })
  const tools = tabsOf(me.role).filter(({ tool }) => tool)
  const [shown, hidden] = [tools.filter((tab) => isShown(tab, me)), tools.filter((tab) => !isShown(tab, me))]
  const isOwner = me.role === 'owner'
  const list = (tabs: readonly AdminTab[]) => (
    <List>
      {tabs.map((tab) => (
        <li key={tab.id}>
          <chakra.div minW="0">
            <b>{tab.label}</b>
            <Muted>{tab.tool}</Muted>
          </chakra.div>
          <Buttons justifyContent="flex-end" flex="none">
            {isOwner && me.asked_tools.includes(tab.id) && (
              <Button
                variant="ghost"
                size="sm"
                held={remove.busy}
                aria-label={`Remove: ${tab.label}`}
                onClick={() => remove.run(tab)}
              >
                Remove
              </Button>
            )}
            {isOwner && hidden.includes(tab) ? (
              <Button
                variant="outline"
                size="sm"
                busy={add.at === tab}
                busyText="Adding..."
                aria-label={`Use it: ${tab.label}`}
                onClick={() => add.run(tab)}
              >
                Use it
              </Button>
            ) : (
              <Button asChild variant="outline" size="sm">
                <Link to={adminPaths.tab(tab.id)} aria-label={`Open: ${tab.label}`}>
                  Open
                </Link>
              </Button>
            )}
          </Buttons>
        </li>
      ))}
    </List>
  )
  return (
    <>
      <Help>
        Your menu has what your shop needs now. A tool joins it when you need it, such as invoices with your first sale.
        Search finds every tool, too.
      </Help>
      <Choice my="3">
        <input
          type="checkbox"
          checked={showing.at?.show_all ?? me.show_all}
          onChange={({ target }) => showing.run({ show_all: target.checked })}
        />
        <span>
          Show everything
          <Help>Your own menu has every tool at once. The menus of other admins stay as they are.</Help>
        </span>
      </Choice>
      <chakra.div display="grid" gap="4" gridTemplateColumns={{ xl: 'repeat(2, minmax(0, 1fr))' }} alignItems="start">
        {Object.entries(groups).map(([group, title]) => {
          const found = hidden.filter(({ place }) => place === group)
          return (
            found.length > 0 && (
              <Pane key={group} title={title}>
                {list(found)}
              </Pane>
            )
          )
        })}
        {shown.length > 0 && <Pane title="In your menu">{list(shown)}</Pane>}
      </chakra.div>
    </>
  )
}
