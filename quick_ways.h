/* What every piece of C begins with that setup.py puts together of mypyc's files.
 *
 * Generated code looks into lists all the time and adds to them, by functions of other files; these do the same where they are
 * called. What they do not know (negative numbers, such that are too high, a list that has to grow) is left to those functions.
 * A list that begins to grow gets room for as many as there mostly are, instead of growing several times.
 * Numbers become objects whenever they go into a list: those of lately, choices above all, are kept instead of made again.
 * Bytearrays and rows of floats, observations, are written in place, too.
 * What is read from a list as a number or a truth needs no reference: `unboxed` in setup.py writes these calls. Masks of places
 * have up to 56 bits, two digits of Python's numbers, which are put together here as well.
 * What a module does when it is imported, a quarter of all the C, is done once, and attributes are read by code that is slow
 * itself: gcc takes no trouble over what is SELDOM. */
#include <Python.h>
#include <CPy.h>
#if defined(__GNUC__) && !defined(__clang__)
#define SELDOM __attribute__((optimize(0)))
#else
#define SELDOM
#endif
#ifdef __GNUC__
#define OF_ALL_PIECES __attribute__((common))
#else
#define OF_ALL_PIECES static
#endif
#if defined(__GNUC__) && defined(__OPTIMIZE__)
#define IN_PLACE inline __attribute__((always_inline))
#else
#define IN_PLACE inline
#endif
#ifndef Py_GIL_DISABLED
static IN_PLACE PyObject *quick_item(PyObject *list, CPyTagged index) {
    size_t at = (size_t)((Py_ssize_t)index >> 1);
    if (likely(CPyTagged_CheckShort(index) && at < (size_t)PyList_GET_SIZE(list))) {
        PyObject *item = PyList_GET_ITEM(list, at);
        Py_INCREF(item);
        return item;
    }
    return CPyList_GetItem(list, index);
}
static IN_PLACE PyObject *quick_borrowed_item(PyObject *list, CPyTagged index) {
    size_t at = (size_t)((Py_ssize_t)index >> 1);
    if (likely(CPyTagged_CheckShort(index) && at < (size_t)PyList_GET_SIZE(list)))
        return PyList_GET_ITEM(list, at);
    return CPyList_GetItemBorrow(list, index);
}
#define QUICK_ROOM 16
static inline int quick_append(PyObject *list, PyObject *item) {
    Py_ssize_t size = PyList_GET_SIZE(list);
    PyListObject *fields = (PyListObject *)list;
    if (unlikely(fields->ob_item == NULL)) {
        fields->ob_item = PyMem_New(PyObject *, QUICK_ROOM);
        fields->allocated = fields->ob_item == NULL ? 0 : QUICK_ROOM;
    }
    if (likely(size < fields->allocated)) {
        Py_INCREF(item);
        PyList_SET_ITEM(list, size, item);
        Py_SET_SIZE((PyVarObject *)list, size + 1);
        return 0;
    }
    return PyList_Append(list, item);
}
static inline bool quick_set(PyObject *list, CPyTagged index, PyObject *item) {
    size_t at = (size_t)((Py_ssize_t)index >> 1);
    if (likely(CPyTagged_CheckShort(index) && at < (size_t)PyList_GET_SIZE(list))) {
        PyObject *old = PyList_GET_ITEM(list, at);
        PyList_SET_ITEM(list, at, item);
        Py_DECREF(old);
        return true;
    }
    return CPyList_SetItem(list, index, item);
}
#if PY_VERSION_HEX < 0x030C0000 && PyLong_SHIFT == 30
#define TWO_DIGITS(item) (Py_SIZE(item) == 2)
#define DIGIT(item, at) ((Py_ssize_t)((PyLongObject *)(item))->ob_digit[at])
#elif PY_VERSION_HEX < 0x030F0000 && PyLong_SHIFT == 30
#define TWO_DIGITS(item) (CPY_LONG_TAG((PyLongObject *)(item)) == 2 << CPY_NON_SIZE_BITS)
#define DIGIT(item, at) ((Py_ssize_t)CPY_LONG_DIGIT((PyLongObject *)(item), at))
#else
#define TWO_DIGITS(item) 0
#define DIGIT(item, at) 0
#endif
static CPyTagged quick_long(PyObject *item) {
    if (likely(TWO_DIGITS(item)))
        return (CPyTagged)(DIGIT(item, 0) | DIGIT(item, 1) << 30) << 1;
    return CPyTagged_FromObject(item);
}
static IN_PLACE CPyTagged quick_int_of(PyObject *item) {
    if (unlikely(!PyLong_Check(item))) {
        CPy_TypeError("int", item);
        return CPY_INT_TAG;
    }
#if PY_VERSION_HEX < 0x030C0000
    Py_ssize_t size = Py_SIZE(item);
    if (likely((size_t)(size + 1) < 3))
        return (CPyTagged)(size * (Py_ssize_t)((PyLongObject *)item)->ob_digit[0]) << 1;
#else
    if (likely(PyUnstable_Long_IsCompact((PyLongObject *)item)))
        return (CPyTagged)PyUnstable_Long_CompactValue((PyLongObject *)item) << 1;
#endif
    return quick_long(item);
}
static IN_PLACE char quick_bool_of(PyObject *item) {
    if (likely(PyBool_Check(item)))
        return item == Py_True;
    CPy_TypeError("bool", item);
    return 2;
}
static IN_PLACE CPyTagged quick_int(PyObject *list, CPyTagged index) {
    PyObject *item = quick_borrowed_item(list, index);
    return likely(item != NULL) ? quick_int_of(item) : CPY_INT_TAG;
}
static IN_PLACE char quick_bool(PyObject *list, CPyTagged index) {
    PyObject *item = quick_borrowed_item(list, index);
    return likely(item != NULL) ? quick_bool_of(item) : 2;
}
/* The value of a small number; -1 for everything else. */
static IN_PLACE Py_ssize_t quick_index(PyObject *number) {
    if (unlikely(!PyLong_CheckExact(number)))
        return -1;
#if PY_VERSION_HEX < 0x030C0000
    size_t size = (size_t)Py_SIZE(number);
    return likely(size < 2) ? (Py_ssize_t)(size * ((PyLongObject *)number)->ob_digit[0]) : -1;
#else
    return likely(PyUnstable_Long_IsCompact((PyLongObject *)number)) ? PyUnstable_Long_CompactValue((PyLongObject *)number) : -1;
#endif
}
/* Is it a row of floats as C has them, which may be written? */
static inline bool quick_floats(PyObject *view) {
    Py_buffer *row = PyMemoryView_GET_BUFFER(view);
    return !(((PyMemoryViewObject *)view)->flags & _Py_MEMORYVIEW_RELEASED)
        && !(((PyMemoryViewObject *)view)->mbuf->flags & _Py_MANAGED_BUFFER_RELEASED) && !row->readonly && row->ndim == 1
        && row->suboffsets == NULL && row->format != NULL && row->format[0] == 'f' && row->format[1] == 0;
}
static inline int quick_put(PyObject *into, PyObject *index, PyObject *value) {
    Py_ssize_t at = quick_index(index);
    if (likely(at >= 0)) {
        if (PyByteArray_CheckExact(into)) {
            size_t number = (size_t)quick_index(value);
            if (likely(at < Py_SIZE(into) && number < 256)) {
                PyByteArray_AS_STRING(into)[at] = (char)number;
                return 0;
            }
        } else if (PyMemoryView_Check(into) && PyFloat_CheckExact(value) && quick_floats(into)) {
            Py_buffer *row = PyMemoryView_GET_BUFFER(into);
            if (likely(at < row->shape[0])) {
                float number = (float)PyFloat_AS_DOUBLE(value);
                memcpy((char *)row->buf + at * row->strides[0], &number, sizeof number);
                return 0;
            }
        }
    }
    return PyObject_SetItem(into, index, value);
}
typedef struct { Py_ssize_t value; PyObject *number; } quick_slot;
OF_ALL_PIECES quick_slot quick_numbers[2048];
static inline PyObject *quick_number(CPyTagged tagged) {
    Py_ssize_t value = (Py_ssize_t)tagged >> 1;
    if (likely(CPyTagged_CheckShort(tagged) && (size_t)value < 1 << 24)) {
        quick_slot *slot = &quick_numbers[(unsigned int)value * 2654435761u >> 21];
        if (unlikely(slot->value != value || slot->number == NULL)) {
            PyObject *made = CPyTagged_StealAsObject(tagged), *old = slot->number;
            slot->value = value;
            slot->number = made;
            Py_XDECREF(old);
        }
        Py_INCREF(slot->number);
        return slot->number;
    }
    return CPyTagged_StealAsObject(tagged);
}
#define CPyTagged_StealAsObject quick_number
#define CPyList_GetItem quick_item
#define CPyList_GetItemBorrow quick_borrowed_item
#define CPyList_SetItem quick_set
#define PyList_Append quick_append
#define PyObject_SetItem quick_put
#endif
