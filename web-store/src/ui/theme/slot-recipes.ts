import { defineSlotRecipe } from '@chakra-ui/react'

/**
 * Recipes of the few Chakra parts with several slots that we use, handed to their root (`<Tabs.Root recipe={tabsRecipe}>`): they are no
 * part of the system, because these parts only come with what is opened later. Parts of one element carry their own style.
 */
export const dialogRecipe = defineSlotRecipe({
  slots: [
    'trigger',
    'backdrop',
    'positioner',
    'content',
    'title',
    'description',
    'closeTrigger',
    'header',
    'body',
    'footer',
  ],
  base: {
    backdrop: {
      position: 'fixed',
      inset: '0',
      zIndex: '40',
      bg: 'rgb(13 15 38/.62)',
      _open: { animation: 'fade-in 120ms' },
      _closed: { animation: 'fade-out 120ms' },
    },
    positioner: {
      position: 'fixed',
      inset: '0',
      zIndex: '41',
      display: 'flex',
      justifyContent: 'center',
      alignItems: { base: 'flex-start', md: 'center' },
      px: '4',
      py: '6',
      overflow: 'auto',
      overscrollBehaviorY: 'none',
    },
    content: {
      position: 'relative',
      w: 'full',
      my: { md: 'auto' },
      bg: 'bg.panel',
      color: 'fg',
      borderWidth: '1px',
      borderColor: 'border',
      borderRadius: 'l3',
      boxShadow: 'lg',
      outline: '0',
      _open: { animation: 'fade-in 120ms' },
      _closed: { animation: 'fade-out 120ms' },
    },
    header: { px: '6', pt: '5', pb: '2', pe: '16' },
    body: { px: '6', py: '2' },
    footer: { display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: '3', px: '6', pt: '4', pb: '6' },
    title: { textStyle: 'h3' },
    description: { color: 'fg.muted' },
    closeTrigger: { position: 'absolute', top: '2', insetEnd: '2' },
  },
  variants: {
    size: {
      // Its history comes later, and must not move what is about to be pressed.
      coins: { positioner: { alignItems: 'flex-start' }, content: { maxW: '420px', my: { md: '8dvh' } } },
      confirm: { content: { maxW: '480px' } },
      wide: { content: { maxW: '960px' } },
    },
  },
  defaultVariants: { size: 'confirm' },
})

export const tabsRecipe = defineSlotRecipe({
  slots: ['root', 'list', 'trigger', 'content', 'indicator', 'contentGroup'],
  base: {
    list: { display: 'flex', gap: '1', borderBottomWidth: '1px', borderColor: 'border' },
    trigger: {
      px: '4',
      py: '2.5',
      mb: '-1px',
      minH: '11',
      fontWeight: '600',
      color: 'fg.muted',
      cursor: 'pointer',
      whiteSpace: 'nowrap',
      borderBottom: '3px solid transparent',
      _hover: { color: 'fg' },
      _selected: { color: 'fg', borderColor: 'action.fg' },
    },
    content: { outline: '0', pt: '4' },
  },
})

export const checkboxRecipe = defineSlotRecipe({
  slots: ['root', 'label', 'control', 'indicator', 'group'],
  base: {
    root: { display: 'inline-flex', gap: '2.5', alignItems: 'center', minH: '11', cursor: 'pointer' },
    control: {
      display: 'grid',
      placeItems: 'center',
      w: '5',
      h: '5',
      flexShrink: '0',
      borderWidth: '1.5px',
      borderColor: 'border.emphasized',
      borderRadius: '5px',
      bg: 'bg.panel',
      color: 'action.contrast',
      _checked: { bg: 'action.solid', borderColor: 'action.solid' },
      _focusVisible: { outline: '3px solid', outlineColor: 'action.focusRing', outlineOffset: '2px' },
      '& svg': { w: '14px', h: '14px' },
    },
    label: { userSelect: 'none' },
  },
})

export const menuRecipe = defineSlotRecipe({
  slots: ['trigger', 'positioner', 'content', 'item', 'separator'],
  base: {
    content: {
      minW: '200px',
      p: '1.5',
      zIndex: '30',
      bg: 'bg.panel',
      color: 'fg',
      borderWidth: '1px',
      borderColor: 'border',
      borderRadius: 'l2',
      boxShadow: 'md',
      outline: '0',
      _open: { animation: 'fade-in 120ms' },
    },
    item: {
      display: 'flex',
      alignItems: 'center',
      gap: '2.5',
      w: 'full',
      minH: '11',
      px: '3',
      borderRadius: 'l1',
      textAlign: 'start',
      cursor: 'pointer',
      outline: '0',
      _highlighted: { bg: 'bg.muted' },
    },
    separator: { h: '1px', my: '1.5', bg: 'border' },
  },
})
