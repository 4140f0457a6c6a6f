/** Replaces the constructor `Function` in the code that Emscripten generates for embind. That code compiles the source
 *  of an invoker for each C++ function, which only works on sites that allow 'unsafe-eval'. This returns an equivalent
 *  invoker that takes the same arguments. See craftInvokerFunction in emscripten/src/lib/libembind.js. */
export function embindFunction() {
  return (_throwBindingError, invoker, fn, runDestructors, retType, _classParam, ...argTypes) =>
    (...given) => {
      const destructors = [];
      const wired = given.map((value, at) => argTypes[at].toWireType(destructors, value));
      const result = invoker(fn, ...wired);
      runDestructors(destructors);
      return retType.fromWireType(result);
    };
}

// Embind checks `instanceof Function`.
Object.defineProperty(embindFunction, Symbol.hasInstance, { value: () => true });
