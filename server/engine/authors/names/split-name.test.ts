import { expect, test } from 'vitest';
import { splitWholeName } from './split-name.ts';

test.each([
  ['María José Ruiz Ortega', 'María José', 'Ruiz Ortega'],
  ['Carlos Ruiz Ortega', 'Carlos', 'Ruiz Ortega'],
  ['Ana María López', 'Ana María', 'López'],
  ['José Luis', 'José', 'Luis'],
  ['José Ortega y Gasset', 'José', 'Ortega y Gasset'],
  ['Juan Carlos de la Cruz', 'Juan Carlos', 'de la Cruz'],
  ['Juan de la Cruz Ortega', 'Juan', 'de la Cruz Ortega'],
  ['Jane Mary Doe', 'Jane Mary', 'Doe'],
  ['John F. Kennedy', 'John F.', 'Kennedy'],
  ['Anna Maria Schmidt', 'Anna Maria', 'Schmidt'],
  ['Ludwig van der Berg', 'Ludwig', 'van der Berg'],
  ['Ludwig Van Der Berg', 'Ludwig', 'Van Der Berg'],
  ['Mohammed bin Salman', 'Mohammed', 'bin Salman'],
  ['Martin Luther King Jr.', 'Martin Luther', 'King Jr.'],
  ['Martin King Jr.', 'Martin', 'King Jr.'],
  ['Maria Luisa Carmen', 'Maria Luisa', 'Carmen'],
  ['Jane Doe', 'Jane', 'Doe'],
  ['Sarah', 'Sarah', ''],
  ['松村太郎', '太郎', '松村'],
])('no word of %s is lost', (name, firstName, lastName) => {
  expect(splitWholeName(name)).toEqual({ firstName, lastName });
});
