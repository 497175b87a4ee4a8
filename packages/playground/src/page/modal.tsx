/** A modal of the bot. */

import type { ComponentNode } from '@antipode/stand-in/components';
import { useContext, useEffect, useId, useRef, useState } from 'preact/hooks';
import type { ActionResult, PageModal } from '../page-protocol.ts';
import type { Connection } from './connection.ts';
import { Around, Markdown, Unsupported } from './markup.tsx';
import { isSelect, Menu, type MenuOption, optionsOf } from './menu.tsx';
import { explain } from './message.tsx';

type Value = string | string[] | boolean;
type Values = Readonly<Record<string, Value>>;

const types = { row: 1, textInput: 4, text: 10, label: 18, file: 19, radio: 21, checkboxes: 22, checkbox: 23 } as const;
const PARAGRAPH = 2;

const defaultsOf = (node: ComponentNode): string[] =>
  ((node.options as MenuOption[] | undefined) ?? []).filter((option) => option.default).map(({ value }) => value);

/** The initial value of a field. */
const initial = (node: ComponentNode): Value => {
  if (node.type === types.textInput) return String(node.value ?? '');
  if (node.type === types.checkbox) return node.default === true;
  return defaultsOf(node);
};

const fieldsOf = (modal: PageModal): ComponentNode[] =>
  modal.components.flatMap((node) => (node.component ? [node.component] : (node.components ?? [])));

interface FieldProps {
  readonly node: ComponentNode;
  readonly id: string;
  readonly label: string;
  readonly describedBy: string | undefined;
  readonly channel: string;
  readonly value: Value;
  readonly set: (value: Value) => void;
}

const Field = ({ node, id, label, describedBy, channel, value, set }: FieldProps) => {
  const { scene, words } = useContext(Around);
  const isRequired = node.required !== false;
  const about = describedBy === undefined ? {} : { 'aria-describedby': describedBy };
  const options = (node.options as MenuOption[] | undefined) ?? [];
  const list = Array.isArray(value) ? value : [];
  if (node.type === types.textInput) {
    const shared = {
      id,
      ...about,
      value: String(value),
      required: isRequired,
      placeholder: String(node.placeholder ?? ''),
      minLength: Number(node.min_length ?? 0),
      maxLength: Number(node.max_length ?? 4000),
      onInput: (event: Event) => set((event.target as HTMLInputElement).value),
    };
    return Number(node.style) === PARAGRAPH ? <textarea rows={5} {...shared} /> : <input type="text" {...shared} />;
  }
  if (isSelect(node)) {
    return (
      <Menu
        options={optionsOf(node, scene, channel)}
        label={label}
        placeholder={String(node.placeholder ?? words.choose)}
        least={isRequired ? Number(node.min_values ?? 1) : 0}
        most={Number(node.max_values ?? 1)}
        chosen={list}
        onChoose={set}
      />
    );
  }
  switch (node.type) {
    case types.radio:
    case types.checkboxes: {
      const isRadio = node.type === types.radio;
      const toggle = (one: string) =>
        set(isRadio ? [one] : list.includes(one) ? list.filter((other) => other !== one) : [...list, one]);
      return (
        <fieldset {...about}>
          <legend class="hidden-words">{label}</legend>
          {options.map((option) => (
            <label key={option.value} class="choice">
              <input
                type={isRadio ? 'radio' : 'checkbox'}
                name={id}
                checked={list.includes(option.value)}
                onChange={() => toggle(option.value)}
              />
              <span>
                {option.label}
                {option.description && <small class="muted">{option.description}</small>}
              </span>
            </label>
          ))}
        </fieldset>
      );
    }
    case types.checkbox:
      return <input type="checkbox" id={id} {...about} checked={value === true} onChange={() => set(value !== true)} />;
    case types.file:
      return <p class="muted">{words.noFiles}</p>;
    default:
      return <Unsupported what={`field ${node.type}`} />;
  }
};

interface ModalProps {
  readonly modal: PageModal;
  readonly channel: string;
  readonly connection: Connection;
  readonly onClose: () => void;
  readonly onResult: (result: ActionResult) => void;
}

export const ModalDialog = ({ modal, channel, connection, onClose, onResult }: ModalProps) => {
  const { words } = useContext(Around);
  const dialog = useRef<HTMLDialogElement>(null);
  const prefix = useId();
  const [values, setValues] = useState<Values>(() =>
    Object.fromEntries(fieldsOf(modal).map((node) => [node.custom_id ?? '', initial(node)])),
  );
  const [trouble, setTrouble] = useState('');
  useEffect(() => dialog.current?.showModal(), []);

  const field = (node: ComponentNode, label: string, description?: string) => {
    const customId = node.custom_id ?? '';
    const id = `${prefix}-${customId}`;
    const isLabelled = node.type === types.textInput || node.type === types.checkbox;
    return (
      <div class="field" key={customId}>
        {isLabelled ? <label for={id}>{label}</label> : <div class="label">{label}</div>}
        {description && (
          <small class="muted" id={`${id}-about`}>
            {description}
          </small>
        )}
        <Field
          node={node}
          id={id}
          label={label}
          describedBy={description ? `${id}-about` : undefined}
          channel={channel}
          value={values[customId] ?? ''}
          set={(value) => setValues({ ...values, [customId]: value })}
        />
      </div>
    );
  };
  const part = (node: ComponentNode, index: number) => {
    if (node.type === types.text) return <Markdown key={index} text={String(node.content)} />;
    if (node.type === types.label && node.component) {
      return field(node.component, String(node.label), node.description as string | undefined);
    }
    const [input] = node.components ?? [];
    if (node.type === types.row && input) return field(input, String(input.label));
    return <Unsupported key={index} what={`component ${node.type}`} />;
  };
  const submit = async () => {
    const result = await connection.act({ do: 'submit', modal: modal.id, values });
    if (!result.ok) return setTrouble(explain(words, result));
    onClose();
    onResult(result);
  };
  return (
    <dialog ref={dialog} class="modal" aria-labelledby={`${prefix}-title`} onClose={onClose}>
      <form
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <h2 id={`${prefix}-title`}>{modal.title}</h2>
        {modal.components.map(part)}
        {trouble && (
          <p class="trouble" role="alert">
            {trouble}
          </p>
        )}
        <div class="row end">
          <button type="button" class="button secondary" onClick={() => dialog.current?.close()}>
            {words.cancel}
          </button>
          <button type="submit" class="button primary">
            {words.send}
          </button>
        </div>
      </form>
    </dialog>
  );
};
