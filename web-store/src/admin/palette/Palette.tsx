import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Input } from '../../ui/Field.tsx'
import { Muted } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { useMe } from '../host/me.queries.ts'
import { useAdminLogOut } from '../session/use-admin-log-out.ts'
import { type Command, fixedCommands, hitCommands, matches } from './commands.ts'
import { closePalette, useTyped } from './palette-store.ts'

const Option = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0,1fr) auto',
    gap: '3',
    alignItems: 'center',
    minH: '11',
    px: '3',
    py: '1.5',
    borderRadius: 'l1',
    cursor: 'pointer',
    '&[aria-selected=true]': { bg: 'action.subtle', color: 'action.fg' },
  },
})

/** Everything the console can go to or do, found by typing. */
export default function Palette() {
  const navigate = useNavigate()
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const { data: me } = useMe()
  const { logOut } = useAdminLogOut()
  const [typed, type] = useTyped()
  const [chosen, setChosen] = useState(0)
  const q = useDeferredValue(typed.trim())
  const search = useQuery({
    ...adminApi.overview.search.queryOptions({ input: { q } }),
    enabled: q.length >= 2,
    placeholderData: keepPreviousData,
  })
  const found = q.length >= 2 ? hitCommands(search.data?.hits ?? []) : []
  const fixed: Command[] = [
    ...fixedCommands(me?.role),
    { id: 'log-out', title: 'Log out', detail: 'Action', to: '', act: logOut },
  ]
  const commands = [...fixed.filter((command) => matches(command, typed.trim())), ...found]
  const at = Math.min(chosen, Math.max(0, commands.length - 1))
  useEffect(() => {
    list.current?.querySelector(`[data-place="${at}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [at])
  const run = (command: Command | undefined) => {
    if (!command) return
    closePalette()
    if (command.act) command.act()
    else navigate(command.to)
  }
  const steps: Record<string, () => void> = {
    ArrowDown: () => setChosen((at + 1) % Math.max(1, commands.length)),
    ArrowUp: () => setChosen((at - 1 + commands.length) % Math.max(1, commands.length)),
    Home: () => setChosen(0),
    End: () => setChosen(commands.length - 1),
    Enter: () => run(commands[at]),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step || event.nativeEvent.isComposing) return
    event.preventDefault()
    step()
  }
  return (
    <Dialog open onClose={closePalette} title="Go to" titleHidden>
      <chakra.div pt="14" pb="4" onKeyDown={onKeyDown}>
        <Input
          autoFocus
          // New text continues behind the text typed before.
          onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
          role="combobox"
          aria-label="Find tabs, settings, courses, students, orders and promo codes"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={commands[at] ? `${listId}-${at}` : undefined}
          placeholder="Find a setting, course, person, order or promo code"
          value={typed}
          maxLength={200}
          onChange={(event) => {
            type(event.target.value)
            setChosen(0)
          }}
        />
        <chakra.div ref={list} id={listId} role="listbox" aria-label="Found" mt="3" maxH="50dvh" overflow="auto">
          {commands.map((command, place) => (
            <Option
              key={command.id}
              id={`${listId}-${place}`}
              role="option"
              data-place={place}
              aria-selected={place === at}
              onPointerMove={() => setChosen(place)}
              onClick={() => run(command)}
            >
              <chakra.span truncate>{command.title}</chakra.span>
              <Muted as="span" maxW="14em" truncate>
                {command.detail}
              </Muted>
            </Option>
          ))}
        </chakra.div>
        {commands.length === 0 && (
          <chakra.p role="status" py="4" textAlign="center" color="fg.muted">
            {search.isFetching ? 'Searching...' : 'Nothing found'}
          </chakra.p>
        )}
      </chakra.div>
    </Dialog>
  )
}
