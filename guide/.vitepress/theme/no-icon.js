// Replaces the component for icons of social networks, which would fetch them from another host.
export default () => null
