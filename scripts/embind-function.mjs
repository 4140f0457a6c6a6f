/** Takes the place of the constructor `Function` in the code that Emscripten generates for embind, which compiles the text
 *  of a caller for each C++ function. Only sites that allow 'unsafe-eval' could run that. What is returned here does what
 *  the text would do, with the arguments that embind passes to it: craftInvokerFunction in emscripten/src/lib/libembind.js. */
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

// Embind checks that it was given a constructor of functions.
Object.defineProperty(embindFunction, Symbol.hasInstance, { value: () => true });
